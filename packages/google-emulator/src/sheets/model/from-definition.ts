import { ApiError } from '../../http/api-error';
import { type DriveFile } from '../../files/drive-file';
import { resolveRange } from '../a1/resolve-range';
import { type SpreadsheetDefinition } from '../definition';
import { isLocaleName } from '../render/sheet-locale';
import { Spreadsheet } from './spreadsheet';
import { checkTitle, tabFromDefinition } from './tab-from-definition';

/** Makes a spreadsheet; throws an Error that says what to change when it makes no sense. */
export function spreadsheetFromDefinition(
  definition: SpreadsheetDefinition,
  makeFile: () => DriveFile,
): Spreadsheet {
  checkDefinition(definition);
  const ids = sheetIds(definition);
  const tabs = definition.tabs.map((tab, index) => tabFromDefinition(tab, ids[index] ?? 0));
  const draft = new Spreadsheet(
    { id: '', name: '' } as DriveFile,
    definition.locale ?? 'en_US',
    definition.timeZone ?? 'Etc/GMT',
  );
  draft.tabs = tabs;
  const names = Object.entries(definition.namedRanges ?? {}).map(([name, text]) => {
    const { tab, area } = resolveOrTell(draft, name, text);
    return { namedRangeId: newRangeId(), name, sheetId: tab.properties.sheetId, area };
  });
  // The file is made last, so that a definition that is refused leaves nothing in Drive.
  const spreadsheet = new Spreadsheet(makeFile(), draft.locale, draft.timeZone);
  spreadsheet.tabs = tabs;
  spreadsheet.namedRanges = names;
  return spreadsheet;
}

/** An id for a new name. */
export function newRangeId(): string {
  return String(Math.floor(Math.random() * 0x7fff_ffff));
}

function checkDefinition(definition: SpreadsheetDefinition): void {
  if (typeof definition.title !== 'string' || !Array.isArray(definition.tabs)) {
    throw new Error(
      'A spreadsheet needs a title and tabs: { "title": "Sales", "tabs": [{ "title": "Orders", "rows": [["id"]] }] }.',
    );
  }
  if (definition.tabs.length === 0) throw new Error('A spreadsheet needs at least one tab.');
  const seen = new Set<string>();
  for (const { title } of definition.tabs) {
    checkTitle(title);
    if (seen.has(title.toLowerCase())) {
      throw new Error(
        `There are two tabs ${JSON.stringify(title)}. Give each another title; upper and lower case are the same.`,
      );
    }
    seen.add(title.toLowerCase());
  }
  if (definition.locale !== undefined && !isLocaleName(definition.locale)) {
    throw new Error(
      `${JSON.stringify(definition.locale)} is no locale of a spreadsheet. Write it as vi_VN.`,
    );
  }
}

/** The first tab is number 0, as in a spreadsheet made by hand; the others get random numbers. */
function sheetIds({ tabs }: SpreadsheetDefinition): number[] {
  const told = tabs.flatMap(({ sheetId }) => (sheetId === undefined ? [] : [sheetId]));
  const taken = new Set(told);
  if (taken.size < told.length) throw new Error('Two tabs have the same sheetId. Change one.');
  const free = (index: number): number => {
    let id = index === 0 ? 0 : Math.floor(Math.random() * 0x7fff_ffff);
    while (taken.has(id)) id = Math.floor(Math.random() * 0x7fff_ffff);
    taken.add(id);
    return id;
  };
  return tabs.map(({ sheetId }, index) => sheetId ?? free(index));
}

function resolveOrTell(
  spreadsheet: Spreadsheet,
  name: string,
  text: string,
): ReturnType<typeof resolveRange> {
  try {
    return resolveRange(spreadsheet, text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Error(
      `The named range ${name} must be cells of a tab, such as Orders!A1:B2. ${error.message}`,
      { cause: error },
    );
  }
}
