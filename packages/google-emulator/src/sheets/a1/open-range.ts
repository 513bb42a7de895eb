import { columnLetters } from './columns';

/** What a range says of its rows, or of its columns: from 0, the end excluded, or open. */
export interface Span {
  readonly start: number;
  /** Left out: up to the end of the grid. */
  readonly end?: number;
}

/** A range as it was written, before anybody looked at the size of the grid. */
export interface OpenRange {
  /** Left out: all rows, as in `A:B`. */
  readonly rows?: Span;
  /** Left out: all columns, as in `1:2`. */
  readonly columns?: Span;
}

/** The range as an error names it, where whole columns and rows are not written twice. */
export function nameOpenRange(range: OpenRange): string {
  const [first, last] = corners(range);
  return first === last || last === '' ? first : `${first}:${last}`;
}

function corners({ rows, columns }: OpenRange): [string, string] {
  const first = (columns ? columnLetters(columns.start) : '') + (rows ? rows.start + 1 : '');
  const last =
    (columns?.end === undefined ? '' : columnLetters(columns.end - 1)) + (rows?.end ?? '');
  return [first, last];
}
