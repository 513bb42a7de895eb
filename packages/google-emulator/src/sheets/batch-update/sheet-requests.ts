import { parseFieldMask } from '../../http/field-mask';
import { SHEET_PROPERTIES } from '../grid/field-schemas';
import { tabPropertiesJson } from '../grid/spreadsheet-json';
import { type Spreadsheet } from '../model/spreadsheet';
import { DEFAULT_COLUMNS, DEFAULT_ROWS, tabFromDefinition } from '../model/tab-from-definition';
import { type Tab } from '../model/tab';
import { assertRoom } from '../values/write-values';
import { invalidArgument } from '../wire/errors';
import { type RequestObject } from '../wire/request-object';
import { countOf, fieldsOf, sheetOf, type ChangeKind } from './change';
import { freeTitle, setProperties, SHEET_PROPERTY_NAMES } from './sheet-properties';

/** The requests about whole tabs. */
export const SHEET_REQUESTS: Readonly<Record<string, ChangeKind>> = {
  addSheet: {
    names: ['properties'],
    run: (spreadsheet, request) => {
      const tab = addTab(spreadsheet, request.object('properties', SHEET_PROPERTY_NAMES));
      return { properties: tabPropertiesJson(spreadsheet, tab) };
    },
  },
  deleteSheet: {
    names: ['sheetId'],
    run: (spreadsheet, request) => {
      removeTab(spreadsheet, sheetOf(spreadsheet, request));
      return undefined;
    },
  },
  duplicateSheet: {
    names: ['sourceSheetId', 'insertSheetIndex', 'newSheetId', 'newSheetName'],
    run: (spreadsheet, request) => {
      const tab = duplicate(spreadsheet, request);
      return { properties: tabPropertiesJson(spreadsheet, tab) };
    },
  },
  updateSheetProperties: {
    names: ['properties', 'fields'],
    run: (spreadsheet, request) => {
      const wanted = request.object('properties', SHEET_PROPERTY_NAMES);
      const mask = fieldsOf(request, SHEET_PROPERTIES);
      setProperties(spreadsheet, sheetOf(spreadsheet, wanted), wanted, mask);
      return undefined;
    },
  },
};

/** Adds a tab with the properties of a request. */
export function addTab(spreadsheet: Spreadsheet, wanted: RequestObject): Tab {
  const sheetId = newSheetId(spreadsheet, wanted.integer('sheetId'));
  const title = wanted.has('title') ? freeTitle(spreadsheet, wanted) : nextTitle(spreadsheet);
  const sheetType = wanted.oneOf('sheetType', ['GRID', 'OBJECT'], 'SheetType');
  assertRoom(spreadsheet, DEFAULT_ROWS * DEFAULT_COLUMNS);
  const tab = tabFromDefinition({ title, sheetType }, sheetId);
  spreadsheet.tabs.push(tab);
  const rest = wanted.names.filter((name) => !['sheetId', 'title', 'sheetType'].includes(name));
  if (rest.length > 0) setProperties(spreadsheet, tab, wanted, parseFieldMask(rest.join(',')));
  return tab;
}

/** Takes a tab away; one that can be seen has to be left. */
export function removeTab(spreadsheet: Spreadsheet, tab: Tab): void {
  const others = spreadsheet.tabs.filter((other) => other !== tab);
  if (others.length === 0) throw invalidArgument("You can't remove all the sheets in a document.");
  if (others.every(({ properties }) => properties.hidden)) {
    throw invalidArgument("You can't remove all the visible sheets in a document.");
  }
  spreadsheet.removeTab(tab);
}

function duplicate(spreadsheet: Spreadsheet, request: RequestObject): Tab {
  const sourceId = request.integer('sourceSheetId') ?? 0;
  const source = spreadsheet.tabById(sourceId);
  if (!source) throw invalidArgument(`No sheet with id: ${sourceId}`);
  const { rowCount, columnCount } = source.properties;
  assertRoom(spreadsheet, rowCount * columnCount);
  const title = request.string('newSheetName') ?? copyTitle(spreadsheet, source);
  if (spreadsheet.tabByTitle(title)) {
    throw invalidArgument(
      `A sheet with the name "${title}" already exists. Please enter another name.`,
    );
  }
  const sheetId = newSheetId(spreadsheet, request.integer('newSheetId'));
  const tab = source.copy({ sheetId, title });
  spreadsheet.moveTab(tab, countOf(request, 'insertSheetIndex'));
  return tab;
}

function newSheetId(spreadsheet: Spreadsheet, wanted: number | undefined): number {
  // The first tab of a new spreadsheet is number 0.
  if (wanted === undefined) return spreadsheet.tabs.length === 0 ? 0 : spreadsheet.freeSheetId();
  if (wanted < 0) throw invalidArgument(`sheetId (${wanted}) must not be negative`);
  const taken = spreadsheet.tabById(wanted);
  if (!taken) return wanted;
  throw invalidArgument(
    `Sheet with id ${wanted} already exists. Leave the id out, or choose another one.`,
  );
}

function nextTitle(spreadsheet: Spreadsheet): string {
  let number = spreadsheet.tabs.length + 1;
  while (spreadsheet.tabByTitle(`Sheet${number}`)) number += 1;
  return `Sheet${number}`;
}

function copyTitle(spreadsheet: Spreadsheet, source: Tab): string {
  const base = `Copy of ${source.properties.title}`;
  let title = base;
  for (let number = 1; spreadsheet.tabByTitle(title); number += 1) title = `${base} ${number}`;
  return title;
}
