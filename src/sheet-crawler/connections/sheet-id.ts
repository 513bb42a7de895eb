/** What people paste as the address of a sheet. */
export interface PastedSheet {
  readonly sheetId: string;
  /** The number of the tab that the address points at. */
  readonly tabId: number | undefined;
}

const ADDRESS = /\/spreadsheets\/(?:u\/\d+\/)?d\/([A-Za-z0-9_-]+)/;
const TAB = /[?#&]gid=(\d+)/;
const ID = /^[A-Za-z0-9_-]{5,200}$/;

/** Reads the id of a spreadsheet, or its whole address; undefined when it is neither. */
export function readSheetId(text: string): PastedSheet | undefined {
  const trimmed = text.trim();
  const [, fromAddress] = ADDRESS.exec(trimmed) ?? [];
  const sheetId = fromAddress ?? trimmed;
  if (!ID.test(sheetId)) return undefined;
  const [, tab] = fromAddress === undefined ? [] : (TAB.exec(trimmed) ?? []);
  return { sheetId, tabId: tab === undefined ? undefined : Number(tab) };
}
