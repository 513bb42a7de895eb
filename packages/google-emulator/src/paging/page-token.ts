import { createHash } from 'node:crypto';

/** What a page token carries; clients see only that it is a text. */
export type PageTokenPart = string | number;

/**
 * Makes a page token for one query. It is of no use with another query, as with Google, where
 * all other parameters have to stay the same from page to page.
 */
export function makePageToken(query: readonly unknown[], parts: readonly PageTokenPart[]): string {
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${body}${seal(body, query)}`;
}

/** What was put into a page token; undefined when it was not made here for this query. */
export function readPageToken(
  query: readonly unknown[],
  token: string,
): readonly PageTokenPart[] | undefined {
  const body = token.slice(0, -SEAL_LENGTH);
  if (body === '' || seal(body, query) !== token.slice(-SEAL_LENGTH)) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as PageTokenPart[];
}

const SEAL_LENGTH = 12;

function seal(body: string, query: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([body, query]));
  return hash.digest('base64url').slice(0, SEAL_LENGTH);
}
