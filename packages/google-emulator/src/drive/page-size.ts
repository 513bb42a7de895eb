import { invalidParameter } from './drive-errors';

const DEFAULT = 100;
const MAX = 1000;

/** How many entries a page may have; Drive refuses what is out of range, whatever its reference says. */
export function pageSize(query: URLSearchParams): number {
  const text = query.get('pageSize') ?? '';
  if (text === '') return DEFAULT;
  const size = /^\d+$/.test(text) ? Number(text) : NaN;
  if (size >= 1 && size <= MAX) return size;
  throw invalidParameter(
    'pageSize',
    `Invalid value '${text}'. Values must be within the range: [value: 1\n, value: ${MAX}\n]`,
  );
}
