import { type CellError, type CellInput, type CellSpec, type NumberFormat } from '../definition';

/** A cell with everything that the API can write into one. */
export interface RichCell extends CellSpec {
  /** What `userEnteredFormat` holds beside the number format. */
  readonly style?: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

/**
 * A cell as it is stored. Plain values are stored as they are, so that large tabs stay small;
 * null, undefined and the empty string are an empty cell.
 */
export type Cell = CellInput | RichCell | undefined;

/** The value of a cell; null when it is empty. */
export type Content = string | number | boolean | CellError | null;

/** Whether a cell is more than a plain value. */
export function isRich(cell: Cell): cell is RichCell {
  return typeof cell === 'object' && cell !== null && 'value' in cell;
}

/** What stands in a cell: its value, or the result of its formula. */
export function contentOf(cell: Cell): Content {
  if (cell === undefined || cell === null || cell === '') return null;
  if (typeof cell !== 'object' || !('value' in cell)) return cell;
  return cell.value === '' ? null : cell.value;
}

/** Whether a cell shows nothing. A formula is never blank, whatever its result. */
export function isBlank(cell: Cell): boolean {
  if (cell === undefined || cell === null || cell === '') return true;
  if (typeof cell !== 'object' || !('value' in cell)) return false;
  return (cell.value === null || cell.value === '') && cell.formula === undefined;
}

/** Whether there is nothing in a cell at all, no format and no note either. */
export function isVoid(cell: Cell): boolean {
  if (!isBlank(cell)) return false;
  return (
    !isRich(cell) ||
    (cell.format === undefined && cell.style === undefined && cell.note === undefined)
  );
}

/** The format that a cell has of its own. */
export function formatOf(cell: Cell): NumberFormat | undefined {
  return isRich(cell) ? cell.format : undefined;
}

/** The same cell with another content; formats and notes stay, a formula goes unless given. */
export function withContent(cell: Cell, content: Content, formula?: string): Cell {
  if (!isRich(cell)) return formula === undefined ? content : { value: content, formula };
  const { format, style, note } = cell;
  return compact({ value: content, format, style, note, formula });
}

/** The smallest way to store a cell with these members. */
export function compact(members: {
  value: Content;
  format?: NumberFormat | undefined;
  formula?: string | undefined;
  style?: Readonly<Record<string, unknown>> | undefined;
  note?: string | undefined;
}): Cell {
  const { value, format, formula, style, note } = members;
  if (!format && formula === undefined && !style && note === undefined) return value;
  return {
    value,
    ...(format && { format }),
    ...(formula !== undefined && { formula }),
    ...(style && { style }),
    ...(note !== undefined && { note }),
  };
}
