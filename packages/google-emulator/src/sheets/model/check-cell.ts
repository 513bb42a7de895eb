import { ERROR_TYPES } from '../render/error-text';
import { type CellInput } from '../definition';

const FORMAT_TYPES = [
  'TEXT',
  'NUMBER',
  'PERCENT',
  'CURRENCY',
  'DATE',
  'TIME',
  'DATE_TIME',
  'SCIENTIFIC',
];

/** Refuses what cannot stand in a cell; `where` is how the sentence names the place. */
export function checkCell(cell: unknown, where: string): CellInput {
  if (cell === null || isScalar(cell)) return cell;
  if (typeof cell !== 'object' || Array.isArray(cell)) throw wrong(where, cell);
  if ('error' in cell) {
    checkError(cell, where);
  } else if ('value' in cell) {
    const { value } = cell;
    if (value !== null && !isScalar(value)) checkError(value, where);
    checkFormat('format' in cell ? cell.format : undefined, where);
    if ('formula' in cell && typeof cell.formula !== 'string') throw wrong(where, cell);
  } else throw wrong(where, cell);
  return cell as CellInput;
}

/** Refuses rows that are no lists of cells. */
export function checkRows(rows: unknown, where: string): readonly (readonly CellInput[])[] {
  if (!Array.isArray(rows)) {
    throw new Error(
      `${where} must be a list of rows, each a list of cells: [["A1", "B1"], ["A2"]].`,
    );
  }
  return rows.map((row: unknown, index) => {
    if (!Array.isArray(row)) {
      throw new Error(`Row ${index + 1} of ${where} must be a list of cells: ["A1", 2, null].`);
    }
    return row.map((cell: unknown, column) =>
      checkCell(cell, `cell ${column + 1} of row ${index + 1} of ${where}`),
    );
  });
}

/** Refuses a format that Sheets does not have. */
export function checkFormat(format: unknown, where: string): void {
  if (format === undefined || format === null) return;
  const { type, pattern } = format as { type?: unknown; pattern?: unknown };
  const hasPattern = pattern === undefined || typeof pattern === 'string';
  if (!FORMAT_TYPES.includes(String(type)) || !hasPattern) {
    throw new Error(
      `The format of ${where} needs a type, one of ${FORMAT_TYPES.join(', ')}, and may have a pattern, which is a text.`,
    );
  }
}

function checkError(value: unknown, where: string): void {
  const error = (value as { error?: unknown } | null)?.error;
  if (!(ERROR_TYPES as readonly unknown[]).includes(error)) {
    throw new Error(
      `The error in ${where} must be one of ${ERROR_TYPES.join(', ')}: { "error": "N_A" }.`,
    );
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

function wrong(where: string, cell: unknown): Error {
  return new Error(
    `${JSON.stringify(cell) ?? String(cell)} cannot stand in ${where}: give a string, a finite number, a boolean, null, { error } or { value, format?, formula? }.`,
  );
}
