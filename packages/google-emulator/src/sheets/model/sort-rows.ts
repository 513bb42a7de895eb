import { type CellArea } from '../definition';
import { contentOf, type Cell, type Content } from './cell';
import { type Row } from './rows';
import { type Tab } from './tab';

/** By which column rows are sorted. */
export interface SortKey {
  /** Counted from 0, in the tab. */
  readonly column: number;
  readonly descending: boolean;
}

/** Sorts the rows of an area as Sheets does: numbers, text, booleans, errors, empty cells last. */
export function sortArea(tab: Tab, area: CellArea, keys: readonly SortKey[]): void {
  const rows = tab.movable();
  const used = tab.usedPart(area);
  const sorted: Row[] = [];
  for (let row = used.startRow; row < used.endRow; row += 1) sorted.push(rows.row(row));
  sorted.sort((one, other) => compareRows(one, other, keys));
  sorted.forEach((row, offset) => {
    const cells = Array.from(
      { length: Math.max(0, area.endColumn - area.startColumn) },
      (_, at): Cell => row[area.startColumn + at] ?? null,
    );
    tab.write(area.startRow + offset, area.startColumn, cells);
  });
}

function compareRows(one: Row, other: Row, keys: readonly SortKey[]): number {
  for (const { column, descending } of keys) {
    const [left, right] = [contentOf(one[column]), contentOf(other[column])];
    // Empty cells are last in either direction.
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
      continue;
    }
    const order = compare(left, right);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

function compare(left: Content, right: Content): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return collator.compare(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return rank(left) - rank(right);
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });

function rank(content: Content): number {
  return ['number', 'string', 'boolean', 'object'].indexOf(typeof content);
}
