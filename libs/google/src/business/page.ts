import { optionalString, unexpected } from '../shape';

/** A page of a list. */
export interface BusinessPage {
  /** The token of the next page; undefined on the last one. */
  readonly nextPageToken: string | undefined;
}

/** The token of the next page. A page that leads to itself would be an endless loop. */
export function readNextPageToken(
  value: unknown,
  pageToken: string | undefined,
): string | undefined {
  const next = optionalString(value, 'nextPageToken') || undefined;
  if (next !== undefined && next === pageToken) {
    throw unexpected('nextPageToken', 'the token of another page', value);
  }
  return next;
}

/** All pages of a list, one at a time: each is requested when the one before was consumed. */
export async function* pagesFrom<Page extends BusinessPage>(
  list: (pageToken: string | undefined) => Promise<Page>,
  pageToken?: string,
): AsyncGenerator<Page, void, undefined> {
  let next = pageToken;
  do {
    const page = await list(next);
    yield page;
    next = page.nextPageToken;
  } while (next !== undefined);
}
