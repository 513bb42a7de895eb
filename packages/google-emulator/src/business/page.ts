import { makePageToken, readPageToken } from '../paging/page-token';
import { invalidField, invalidInt32 } from './business-errors';

/** How large the pages of a list may be. */
export interface PageLimits {
  readonly byDefault: number;
  readonly max: number;
}

/** Reads the parameter `pageSize`; 0 is the same as none. */
export function pageSize(query: URLSearchParams, { byDefault, max }: PageLimits): number {
  const text = query.get('pageSize') ?? '';
  if (text === '') return byDefault;
  if (!/^-?\d{1,10}$/.test(text)) throw invalidInt32('page_size', text);
  const size = Number(text);
  if (size < 0 || size > max) {
    throw invalidField('page_size', `Page size must be between 1 and ${max}`);
  }
  return size === 0 ? byDefault : size;
}

/** One page of a list that is at hand, and the token of the next when there is one. */
export function pageOf<T>(
  entries: readonly T[],
  query: readonly unknown[],
  token: string,
  size: number,
): { readonly entries: readonly T[]; readonly nextPageToken?: string } {
  const start = token === '' ? 0 : readPageToken(query, token)?.[0];
  if (typeof start !== 'number') throw invalidField('page_token', 'Invalid page token');
  const end = start + size;
  return {
    entries: entries.slice(start, end),
    ...(end < entries.length && { nextPageToken: makePageToken(query, [end]) }),
  };
}
