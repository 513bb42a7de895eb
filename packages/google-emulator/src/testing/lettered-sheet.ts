import { SheetsCaller, type SheetsAnswer } from './sheets-caller';
import { type SpreadsheetHandle } from '../sheets/edits/spreadsheet-handle';

/** Who calls in the tests of batch updates. */
export const caller = new SheetsCaller();

/** Sends requests in one batch update. */
export function batch(id: string, ...requests: unknown[]): Promise<SheetsAnswer> {
  return caller.call('POST', `/${id}:batchUpdate`, { requests });
}

/** What the API has against a batch update. */
export async function refusal(id: string, ...requests: unknown[]): Promise<string> {
  return (await caller.refusal('POST', `/${id}:batchUpdate`, { requests })).message;
}

/** The values of a range. */
export async function read(id: string, range: string): Promise<unknown> {
  return (await caller.get(`/${id}/values/${range}`)).values;
}

/** The properties of all tabs. */
export async function properties(
  id: string,
): Promise<SheetsAnswer['sheets'][number]['properties'][]> {
  const { sheets } = await caller.get(`/${id}?fields=sheets.properties`);
  return sheets.map((sheet) => sheet.properties);
}

/** The titles of all tabs. */
export async function titles(id: string): Promise<string[]> {
  return (await properties(id)).map(({ title }) => title);
}

/** A sheet of 5 by 4 in which nine cells hold their own names; B2 is called Middle. */
export function letters(): SpreadsheetHandle {
  const rows = ['1', '2', '3'].map((row) => ['a', 'b', 'c'].map((column) => column + row));
  return caller.sheet({
    tabs: [{ title: 'Sheet1', rowCount: 5, columnCount: 4, rows }],
    namedRanges: { Middle: 'Sheet1!B2' },
  });
}
