import { type FieldMask } from '../../http/field-mask';
import { MAX_COLUMNS } from '../a1/columns';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { assertRoom } from '../values/write-values';
import { invalidArgument } from '../wire/errors';
import { type RequestObject } from '../wire/request-object';
import { countOf } from './change';

const GRID_NAMES = [
  'rowCount',
  'columnCount',
  'frozenRowCount',
  'frozenColumnCount',
  'hideGridlines',
  'rowGroupControlAfter',
  'columnGroupControlAfter',
];
const KEPT_GRID_NAMES = ['hideGridlines', 'rowGroupControlAfter', 'columnGroupControlAfter'];
const KEPT_NAMES = ['tabColor', 'tabColorStyle', 'rightToLeft'];

/** The members of `SheetProperties` that a request may have. */
export const SHEET_PROPERTY_NAMES = [
  'sheetId',
  'title',
  'index',
  'sheetType',
  'gridProperties',
  'hidden',
  ...KEPT_NAMES,
];

/** Sets those properties of a tab that a mask names. */
export function setProperties(
  spreadsheet: Spreadsheet,
  tab: Tab,
  wanted: RequestObject,
  mask: FieldMask,
): void {
  const { properties } = tab;
  if (mask.child('title')) properties.title = freeTitle(spreadsheet, wanted, tab);
  if (mask.child('hidden')) setHidden(spreadsheet, tab, wanted.boolean('hidden'));
  const kept = KEPT_NAMES.filter((name) => mask.child(name));
  properties.extra = keep(properties.extra, wanted, kept);
  const gridMask = mask.child('gridProperties');
  if (gridMask && properties.sheetType === 'GRID') {
    setGrid(spreadsheet, tab, wanted.object('gridProperties', GRID_NAMES), gridMask);
  }
  // Last, because a mask of everything moves the tab, and the rest is about the tab as it is.
  if (mask.child('index') && wanted.has('index')) {
    moveTab(spreadsheet, tab, countOf(wanted, 'index'));
  }
}

/** The title of a request, which no other tab may have. */
export function freeTitle(spreadsheet: Spreadsheet, wanted: RequestObject, tab?: Tab): string {
  const title = wanted.string('title') ?? '';
  if (title === '') throw invalidArgument('You must specify a title of the sheet.');
  const other = spreadsheet.tabByTitle(title);
  if (other && other !== tab) {
    throw invalidArgument(
      `A sheet with the name "${title}" already exists. Please enter another name.`,
    );
  }
  return title;
}

/** Hides or shows a tab; one has to stay visible. */
export function setHidden(spreadsheet: Spreadsheet, tab: Tab, hidden: boolean): void {
  const isOther = (other: Tab) => other !== tab && !other.properties.hidden;
  if (hidden && !spreadsheet.tabs.some(isOther)) {
    throw invalidArgument("You can't hide all the sheets in a document.");
  }
  tab.properties.hidden = hidden;
}

/** Places are counted as they are before the move: in front of what stands there now. */
function moveTab(spreadsheet: Spreadsheet, tab: Tab, index: number): void {
  const from = spreadsheet.tabs.indexOf(tab);
  if (index > spreadsheet.tabs.length) {
    throw invalidArgument(`index (${index}) must be at most ${spreadsheet.tabs.length}`);
  }
  spreadsheet.moveTab(tab, index > from ? index - 1 : index);
}

function setGrid(spreadsheet: Spreadsheet, tab: Tab, wanted: RequestObject, mask: FieldMask): void {
  const { properties } = tab;
  const size = (name: 'rowCount' | 'columnCount') =>
    mask.child(name) && wanted.has(name) ? countOf(wanted, name) : properties[name];
  const [rows, columns] = [size('rowCount'), size('columnCount')];
  if (rows < 1 || columns < 1 || columns > MAX_COLUMNS) {
    throw invalidArgument(`A sheet cannot have ${rows} rows and ${columns} columns.`);
  }
  assertRoom(spreadsheet, rows * columns - properties.rowCount * properties.columnCount);
  tab.resize(rows, columns);
  for (const name of ['frozenRowCount', 'frozenColumnCount'] as const) {
    if (mask.child(name)) properties[name] = countOf(wanted, name);
  }
  const kept = KEPT_GRID_NAMES.filter((name) => mask.child(name));
  const gridProperties = keep(properties.extra.gridProperties ?? {}, wanted, kept);
  properties.extra = { ...properties.extra, gridProperties };
}

function keep(
  before: object,
  wanted: RequestObject,
  names: readonly string[],
): Record<string, unknown> {
  const after: Record<string, unknown> = { ...before };
  for (const name of names) {
    delete after[name];
    // False is what is left out anyway.
    if (wanted.has(name) && wanted.raw(name) !== false) after[name] = wanted.raw(name);
  }
  return after;
}
