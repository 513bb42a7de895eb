import { type CellArea } from '../definition';

/** Whether two rectangles share a cell. */
export function overlaps(one: CellArea, other: CellArea): boolean {
  return (
    one.startRow < other.endRow &&
    other.startRow < one.endRow &&
    one.startColumn < other.endColumn &&
    other.startColumn < one.endColumn
  );
}

/** The part of a span that is left, and where, when `count` places at `at` are taken away. */
export function afterRemoval(
  start: number,
  end: number,
  at: number,
  count: number,
): [number, number] {
  const moved = (place: number) => (place <= at ? place : Math.max(at, place - count));
  return [moved(start), moved(end)];
}

/** Where a span is when `count` places are put in before `at`; inside of it, it grows. */
export function afterInsertion(
  start: number,
  end: number,
  at: number,
  count: number,
): [number, number] {
  return [start >= at ? start + count : start, end > at ? end + count : end];
}

/** A rectangle with other rows or other columns. */
export function withSpan(
  area: CellArea,
  dimension: 'ROWS' | 'COLUMNS',
  [start, end]: readonly [number, number],
): CellArea {
  return dimension === 'ROWS'
    ? { ...area, startRow: start, endRow: end }
    : { ...area, startColumn: start, endColumn: end };
}

/** The first and the last place, excluded, of a rectangle in one direction. */
export function spanOf(area: CellArea, dimension: 'ROWS' | 'COLUMNS'): [number, number] {
  return dimension === 'ROWS' ? [area.startRow, area.endRow] : [area.startColumn, area.endColumn];
}

/** Whether there is no cell in a rectangle. */
export function isEmptyArea(area: CellArea): boolean {
  return area.startRow >= area.endRow || area.startColumn >= area.endColumn;
}
