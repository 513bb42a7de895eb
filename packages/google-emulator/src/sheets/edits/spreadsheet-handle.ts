import { type FileStore } from '../../files/file-store';
import { type TabDefinition } from '../definition';
import { type Spreadsheet } from '../model/spreadsheet';
import { applyEdit } from './apply-edit';
import { type EditRows, type SheetEdit } from './sheet-edit';

/** A spreadsheet in the hands of a person: every edit is done as in the browser. */
export class SpreadsheetHandle {
  constructor(
    private readonly spreadsheet: Spreadsheet,
    private readonly files: FileStore,
  ) {}

  get id(): string {
    return this.spreadsheet.id;
  }

  get title(): string {
    return this.spreadsheet.title;
  }

  /** The titles of the tabs, in their order. */
  get tabTitles(): string[] {
    return this.spreadsheet.tabs.map(({ properties }) => properties.title);
  }

  /** The number of a tab, which stays the same when the tab is renamed. */
  sheetId(tab: string): number {
    const found = this.spreadsheet.tabByTitle(tab);
    if (!found) throw new Error(`There is no tab ${JSON.stringify(tab)} in ${this.title}.`);
    return found.properties.sheetId;
  }

  /** Does edits, all or none. Drive shows them late, and results of formulas not at all. */
  edit(...edits: readonly SheetEdit[]): this {
    const undo = this.spreadsheet.checkpoint();
    try {
      for (const edit of edits) applyEdit(this.spreadsheet, edit);
    } catch (error) {
      undo();
      throw error;
    }
    const isSilent = edits.every(({ kind }) => kind === 'recalculate');
    this.files.touch(this.id, isSilent ? 'recalculation' : 'by-hand');
    return this;
  }

  /** Types into cells, from a cell such as `B2` on. */
  set(tab: string, cell: string, rows: EditRows): this {
    return this.edit({ kind: 'set', tab, cell, rows });
  }

  /** Gives formulas new results, which Drive does not notice. */
  recalculate(tab: string, cell: string, rows: EditRows): this {
    return this.edit({ kind: 'recalculate', tab, cell, rows });
  }

  /** Types below the last row that has content. */
  append(tab: string, rows: EditRows): this {
    return this.edit({ kind: 'append', tab, rows });
  }

  /** Puts empty rows in before a row, which are numbered from 1. */
  insertRows(tab: string, row: number, count = 1): this {
    return this.edit({ kind: 'insertRows', tab, row, count });
  }

  /** Takes rows away, which are numbered from 1. */
  deleteRows(tab: string, row: number, count = 1): this {
    return this.edit({ kind: 'deleteRows', tab, row, count });
  }

  /** Puts empty columns in before a column such as `C`. */
  insertColumns(tab: string, column: string, count = 1): this {
    return this.edit({ kind: 'insertColumns', tab, column, count });
  }

  /** Takes columns away, from one such as `C` on. */
  deleteColumns(tab: string, column: string, count = 1): this {
    return this.edit({ kind: 'deleteColumns', tab, column, count });
  }

  /** Sorts the rows below the header by a column. */
  sortRows(
    tab: string,
    column: string,
    how: { readonly descending?: boolean; readonly headerRows?: number } = {},
  ): this {
    return this.edit({ kind: 'sort', tab, column, ...how });
  }

  /** Gives a tab another title. */
  renameTab(tab: string, title: string): this {
    return this.edit({ kind: 'renameTab', tab, title });
  }

  /** Adds a tab, at the end unless told where. */
  addTab(definition: TabDefinition, index?: number): this {
    return this.edit({ kind: 'addTab', definition, ...(index !== undefined && { index }) });
  }

  /** Takes a tab away. */
  deleteTab(tab: string): this {
    return this.edit({ kind: 'deleteTab', tab });
  }

  /** Hides a tab, or shows it again. */
  hideTab(tab: string, hidden = true): this {
    return this.edit({ kind: 'hideTab', tab, hidden });
  }

  /** Puts a tab at another place among the others, counted from 0. */
  moveTab(tab: string, index: number): this {
    return this.edit({ kind: 'moveTab', tab, index });
  }

  /** Sets the size of the grid; what is outside of it is gone. */
  resize(tab: string, size: { readonly rowCount?: number; readonly columnCount?: number }): this {
    return this.edit({ kind: 'resize', tab, ...size });
  }

  /** Empties the cells of a range such as `A2:C`, or of the whole tab. */
  clear(tab: string, range?: string): this {
    return this.edit({ kind: 'clear', tab, ...(range !== undefined && { range }) });
  }

  /** Gives the spreadsheet another title. */
  rename(title: string): this {
    return this.edit({ kind: 'rename', title });
  }

  /** Has it be at home in another time zone. */
  setTimeZone(timeZone: string): this {
    return this.edit({ kind: 'setTimeZone', timeZone });
  }
}
