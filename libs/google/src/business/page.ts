import { optionalString, unexpected } from '../shape';

/** A page of a list. */
export interface BusinessPage {
  /** Where the next page begins; undefined of the last one. */
  readonly nextPageToken: string | undefined;
}

/** Where the next page begins. A page that leads to itself would be listed for ever. */
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

/** All pages of a list, one at a time: the next one is asked for when this one is done with. */
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
