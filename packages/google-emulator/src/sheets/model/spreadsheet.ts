import { type DriveFile } from '../../files/drive-file';
import { type CellArea } from '../definition';
import { afterInsertion, afterRemoval, isEmptyArea, spanOf, withSpan } from './areas';
import { type Dimension, type Tab } from './tab';

/** So many cells a spreadsheet can have. */
export const MAX_CELLS = 10_000_000;

/** A name for some cells. */
export interface NamedRange {
  readonly namedRangeId: string;
  readonly name: string;
  readonly sheetId: number;
  readonly area: CellArea;
}

/** A spreadsheet: its tabs in their order and its names. Its title is the name of the file. */
export class Spreadsheet {
  tabs: Tab[] = [];
  namedRanges: NamedRange[] = [];
  /** What was set through the API and is only given back. */
  extra: Readonly<Record<string, unknown>> = {};

  constructor(
    readonly file: DriveFile,
    public locale: string,
    public timeZone: string,
  ) {}

  get id(): string {
    return this.file.id;
  }

  get title(): string {
    return this.file.name;
  }

  /** The tab of that title, in upper or lower case. */
  tabByTitle(title: string): Tab | undefined {
    const wanted = title.toLowerCase();
    return this.tabs.find((tab) => tab.properties.title.toLowerCase() === wanted);
  }

  tabById(sheetId: number): Tab | undefined {
    return this.tabs.find((tab) => tab.properties.sheetId === sheetId);
  }

  namedRange(name: string): NamedRange | undefined {
    const wanted = name.toLowerCase();
    return this.namedRanges.find((range) => range.name.toLowerCase() === wanted);
  }

  /** How many cells the grids of all tabs have. */
  get cellCount(): number {
    const grids = this.tabs.filter((tab) => tab.properties.sheetType === 'GRID');
    return grids.reduce(
      (sum, { properties }) => sum + properties.rowCount * properties.columnCount,
      0,
    );
  }

  /** A number for a new tab that no other tab has. */
  freeSheetId(): number {
    for (;;) {
      const sheetId = Math.floor(Math.random() * 0x7fff_ffff);
      if (!this.tabById(sheetId)) return sheetId;
    }
  }

  /** Puts empty rows or columns into a tab; names move with their cells. */
  insert(tab: Tab, dimension: Dimension, at: number, count: number): void {
    tab.insert(dimension, at, count);
    this.moveNames(tab, dimension, (start, end) => afterInsertion(start, end, at, count));
  }

  /** Takes rows or columns out of a tab; names move with their cells. */
  remove(tab: Tab, dimension: Dimension, at: number, count: number): void {
    tab.remove(dimension, at, count);
    this.moveNames(tab, dimension, (start, end) => afterRemoval(start, end, at, count));
  }

  removeTab(tab: Tab): void {
    this.tabs = this.tabs.filter((other) => other !== tab);
    const { sheetId } = tab.properties;
    this.namedRanges = this.namedRanges.filter((range) => range.sheetId !== sheetId);
  }

  /** Puts a tab at another place among the others. */
  moveTab(tab: Tab, index: number): void {
    const others = this.tabs.filter((other) => other !== tab);
    this.tabs = [...others.slice(0, index), tab, ...others.slice(index)];
  }

  /** Remembers everything as it is; the function that it gives brings it back. */
  checkpoint(): () => void {
    const { locale, timeZone, extra, title, namedRanges } = this;
    const tabs = this.tabs.map((tab) => tab.copy());
    return () => {
      Object.assign(this, { locale, timeZone, extra, namedRanges, tabs });
      this.file.name = title;
    };
  }

  private moveNames(
    tab: Tab,
    dimension: Dimension,
    moved: (start: number, end: number) => [number, number],
  ): void {
    this.namedRanges = this.namedRanges
      .map((range) => {
        if (range.sheetId !== tab.properties.sheetId) return range;
        const span = moved(...spanOf(range.area, dimension));
        return { ...range, area: withSpan(range.area, dimension, span) };
      })
      .filter((range) => !isEmptyArea(range.area));
  }
}
