import { type CellArea, type NumberFormat } from '../definition';
import { afterInsertion, afterRemoval, isEmptyArea, spanOf, withSpan } from './areas';
import { ArrayRows } from './array-rows';
import { withContent, type Cell } from './cell';
import { overwrite, type Row, type RowStore } from './rows';
import { MAX_MATERIALISED_ROWS, SourceRows } from './source-rows';

/** Rows or columns. */
export type Dimension = 'ROWS' | 'COLUMNS';

/** What a tab is, beside its cells. */
export interface TabProperties {
  readonly sheetId: number;
  title: string;
  readonly sheetType: 'GRID' | 'OBJECT';
  hidden: boolean;
  rowCount: number;
  columnCount: number;
  frozenRowCount: number;
  frozenColumnCount: number;
  /** What was set through the API and is only given back, such as `tabColor`. */
  extra: Readonly<Record<string, unknown>>;
}

/** One tab: a grid of a size of its own, in which some cells have content. */
export class Tab {
  merges: CellArea[] = [];
  columnFormats: (NumberFormat | undefined)[] = [];

  constructor(
    readonly properties: TabProperties,
    public rows: RowStore = new ArrayRows(),
  ) {}

  /** Another tab of the same content, which can be changed without changing this one. */
  copy(changes: Partial<TabProperties> = {}): Tab {
    const copy = new Tab({ ...this.properties, ...changes }, this.rows.copy());
    copy.merges = [...this.merges];
    copy.columnFormats = [...this.columnFormats];
    return copy;
  }

  /** The size of the grid in one direction. */
  size(dimension: Dimension): number {
    return dimension === 'ROWS' ? this.properties.rowCount : this.properties.columnCount;
  }

  /** The whole grid. */
  get grid(): CellArea {
    const { rowCount, columnCount } = this.properties;
    return { startRow: 0, endRow: rowCount, startColumn: 0, endColumn: columnCount };
  }

  /** Puts cells into a row from a column on; undefined leaves a cell as it is. */
  write(row: number, column: number, cells: readonly Cell[]): void {
    this.rows.replace(row, overwrite(this.rows.row(row), column, cells));
  }

  /** Replaces the cells of an area by what a function makes of them. */
  change(area: CellArea, make: (cell: Cell, row: number, column: number) => Cell): void {
    if (area.endRow - area.startRow > MAX_MATERIALISED_ROWS) this.movable();
    for (let row = area.startRow; row < area.endRow; row += 1) {
      const before = this.rows.row(row);
      const cells: Cell[] = [];
      for (let column = area.startColumn; column < area.endColumn; column += 1) {
        cells.push(make(before[column], row, column) ?? null);
      }
      this.rows.replace(row, overwrite(before, area.startColumn, cells));
    }
  }

  /** Empties cells; their formats and notes stay, unless the rows were generated. */
  clear(area: CellArea): void {
    const { rowCount, columnCount } = this.properties;
    const isAll =
      area.startRow === 0 &&
      area.startColumn === 0 &&
      area.endRow >= rowCount &&
      area.endColumn >= columnCount;
    if (isAll && this.rows instanceof SourceRows) this.rows = new ArrayRows();
    else this.change(this.usedPart(area), (cell) => withContent(cell, null));
  }

  /** The part of an area in which there may be content. */
  usedPart(area: CellArea): CellArea {
    return { ...area, endRow: Math.max(area.startRow, Math.min(area.endRow, this.rows.height)) };
  }

  /** Makes the grid larger where something is to be written outside of it. */
  growTo(rowCount: number, columnCount: number): void {
    this.properties.rowCount = Math.max(this.properties.rowCount, rowCount);
    this.properties.columnCount = Math.max(this.properties.columnCount, columnCount);
  }

  /** Sets the size of the grid; what is outside of it afterwards is gone. */
  resize(rowCount: number, columnCount: number): void {
    const { properties } = this;
    if (rowCount < properties.rowCount) {
      this.removeCells('ROWS', rowCount, properties.rowCount - rowCount);
    }
    if (columnCount < properties.columnCount) {
      this.removeCells('COLUMNS', columnCount, properties.columnCount - columnCount);
    }
    properties.rowCount = rowCount;
    properties.columnCount = columnCount;
  }

  /** Puts empty rows or columns in before a place. */
  insert(dimension: Dimension, at: number, count: number): void {
    const { properties } = this;
    if (dimension === 'ROWS') {
      if (at < this.rows.height) {
        this.movable().splice(
          at,
          0,
          Array.from({ length: count }, (): Row => []),
        );
      }
      properties.rowCount += count;
    } else {
      this.mapRows((row) => {
        if (row.length <= at) return row;
        return [...row.slice(0, at), ...Array<Cell>(count).fill(null), ...row.slice(at)];
      });
      if (at < this.columnFormats.length) {
        this.columnFormats.splice(at, 0, ...Array<undefined>(count).fill(undefined));
      }
      properties.columnCount += count;
    }
    this.moveMerges(dimension, (start, end) => afterInsertion(start, end, at, count));
  }

  /** Takes rows or columns away; what is below or to the right moves. */
  remove(dimension: Dimension, at: number, count: number): void {
    const taken = Math.min(count, this.size(dimension) - at);
    this.removeCells(dimension, at, taken);
    if (dimension === 'ROWS') this.properties.rowCount -= taken;
    else this.properties.columnCount -= taken;
  }

  /** Rows that can be moved: in memory, whatever they came from. */
  movable(): ArrayRows {
    if (this.rows instanceof SourceRows) this.rows = this.rows.materialised();
    return this.rows as ArrayRows;
  }

  private removeCells(dimension: Dimension, at: number, count: number): void {
    if (dimension === 'ROWS') {
      if (at < this.rows.height) this.movable().splice(at, count, []);
    } else {
      this.mapRows((row) =>
        row.length <= at ? row : [...row.slice(0, at), ...row.slice(at + count)],
      );
      this.columnFormats.splice(at, count);
    }
    this.moveMerges(dimension, (start, end) => afterRemoval(start, end, at, count));
  }

  private mapRows(make: (row: Row) => Row): void {
    const rows = this.movable();
    for (let index = 0; index < rows.height; index += 1) {
      const before = rows.row(index);
      const after = make(before);
      if (after !== before) rows.replace(index, after);
    }
  }

  private moveMerges(
    dimension: Dimension,
    moved: (start: number, end: number) => [number, number],
  ): void {
    this.merges = this.merges
      .map((area) => withSpan(area, dimension, moved(...spanOf(area, dimension))))
      .filter((area) => !isEmptyArea(area));
  }
}
