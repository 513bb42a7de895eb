import { columnIndex } from './columns';
import { type OpenRange, type Span } from './open-range';

const CORNER = String.raw`(?:\$?([A-Za-z]{1,3}))?(?:\$?([1-9]\d{0,9}))?`;
const RANGE = new RegExp(`^${CORNER}(:${CORNER})?$`);

interface Corner {
  readonly column?: number;
  readonly row?: number;
}

/** Reads `A1`, `A1:B2`, `A:B`, `1:2`, `A5:A` and `A2:2`; undefined for everything else. */
export function parseA1(text: string): OpenRange | undefined {
  const match = RANGE.exec(text);
  if (!match) return undefined;
  const first = corner(match[1], match[2]);
  if (match[3] === undefined) {
    return first.column === undefined || first.row === undefined
      ? undefined
      : { rows: one(first.row), columns: one(first.column) };
  }
  return between(first, corner(match[4], match[5]));
}

function between(first: Corner, last: Corner): OpenRange | undefined {
  const rows = span(first.row, last.row);
  const columns = span(first.column, last.column);
  const isNamed = (corner: Corner) => corner.row !== undefined || corner.column !== undefined;
  const bothOpen = rows !== undefined && columns !== undefined && !rows.end && !columns.end;
  // `A:2` says nothing about where it ends, and `A1:` not that it does.
  if (!isNamed(first) || !isNamed(last) || bothOpen) return undefined;
  return { ...(rows && { rows }), ...(columns && { columns }) };
}

function span(first: number | undefined, last: number | undefined): Span | undefined {
  if (first === undefined && last === undefined) return undefined;
  if (first === undefined) return { start: last as number };
  if (last === undefined) return { start: first };
  return { start: Math.min(first, last), end: Math.max(first, last) + 1 };
}

function one(index: number): Span {
  return { start: index, end: index + 1 };
}

function corner(letters: string | undefined, digits: string | undefined): Corner {
  return {
    ...(letters !== undefined && { column: columnIndex(letters) }),
    ...(digits !== undefined && { row: Number(digits) - 1 }),
  };
}
