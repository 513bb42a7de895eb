import { checkTitle, tabFromDefinition } from '../model/tab-from-definition';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { editedTab, wholeNumber } from './edit-arguments';
import { type EditOf } from './sheet-edit';

/** Gives a tab another title. */
export function renameTab(on: Spreadsheet, edit: EditOf<'renameTab'>): void {
  const tab = editedTab(on, edit.tab);
  tab.properties.title = freeTitle(on, edit.title, tab);
}

/** Adds a tab, at the end unless told where. */
export function addTab(on: Spreadsheet, edit: EditOf<'addTab'>): void {
  const { definition } = edit;
  if (typeof definition !== 'object' || definition === null) {
    throw new Error('Say what the tab is: { "definition": { "title": "Orders", "rows": [] } }.');
  }
  freeTitle(on, definition.title);
  const sheetId = definition.sheetId ?? on.freeSheetId();
  if (on.tabById(sheetId)) throw new Error(`There is a tab with the sheetId ${sheetId} already.`);
  const index = wholeNumber(edit.index ?? on.tabs.length, 'index', 0, on.tabs.length);
  on.moveTab(tabFromDefinition(definition, sheetId), index);
}

/** Takes a tab away; at least one has to stay visible. */
export function deleteTab(on: Spreadsheet, edit: EditOf<'deleteTab'>): void {
  const tab = editedTab(on, edit.tab);
  assertOthersVisible(on, tab);
  on.removeTab(tab);
}

/** Hides a tab, or shows it again. */
export function hideTab(on: Spreadsheet, edit: EditOf<'hideTab'>): void {
  const tab = editedTab(on, edit.tab);
  const hidden = edit.hidden ?? true;
  if (hidden) assertOthersVisible(on, tab);
  tab.properties.hidden = hidden;
}

/** Puts a tab at another place among the others. */
export function moveTab(on: Spreadsheet, edit: EditOf<'moveTab'>): void {
  const tab = editedTab(on, edit.tab);
  on.moveTab(tab, wholeNumber(edit.index, 'index', 0, on.tabs.length - 1));
}

function freeTitle(on: Spreadsheet, title: unknown, tab?: Tab): string {
  checkTitle(title);
  const other = on.tabByTitle(title);
  if (other && other !== tab) {
    throw new Error(`There is a tab ${JSON.stringify(title)} already. Choose another title.`);
  }
  return title;
}

function assertOthersVisible(on: Spreadsheet, tab: Tab): void {
  if (on.tabs.some((other) => other !== tab && !other.properties.hidden)) return;
  throw new Error('A spreadsheet needs a tab that can be seen. Add or show another one first.');
}
