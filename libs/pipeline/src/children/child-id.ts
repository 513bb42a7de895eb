import { createHash } from 'node:crypto';

const OBJECT_ID_DIGITS = 24;

/** The id of a child, the same whoever plans it and how often. */
export function childId(parent: string, key: string): string {
  return createHash('sha256').update(`${parent}/${key}`).digest('hex').slice(0, OBJECT_ID_DIGITS);
}
