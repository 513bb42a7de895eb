import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that reveals nothing about them, not even their lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
