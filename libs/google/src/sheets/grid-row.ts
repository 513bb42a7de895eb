import { type Fields, listOf, objectOf, optionalTextOf, textOf } from '../shape';
import { type Cell, CellError, EMPTY_CELL } from './cell';

/** Checks and reads a row of an answer; empty cells at its end are left out. */
export function readRow(value: unknown): readonly Cell[] {
  const { values } = objectOf(value, 'rowData[]');
  const cells = listOf(values, 'rowData[].values').map(readCell);
  while (cells.at(-1) === EMPTY_CELL) cells.pop();
  return cells;
}

function readCell(data: unknown): Cell {
  const { effectiveValue, formattedValue } = objectOf(data, 'values[]');
  const text = optionalTextOf(formattedValue, 'formattedValue');
  const value = effectiveValue === undefined ? {} : objectOf(effectiveValue, 'effectiveValue');
  const exact = Object.keys(value).length === 0 ? text : exactValue(value);
  // A formula such as ="" is filled for Sheets, but not for a person.
  return exact === '' ? EMPTY_CELL : { value: exact, text };
}

function exactValue(value: Fields): NonNullable<Cell['value']> {
  const { numberValue, stringValue, boolValue, errorValue } = value;
  if (typeof numberValue === 'number') return numberValue;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  const { type, message } = objectOf(errorValue, 'effectiveValue.errorValue');
  return new CellError(
    textOf(type, 'errorValue.type'),
    optionalTextOf(message, 'errorValue.message'),
  );
}
