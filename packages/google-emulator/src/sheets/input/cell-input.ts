import { ApiError } from '../../http/api-error';
import { type NumberFormat } from '../definition';
import { compact, formatOf, isRich, withContent, type Cell } from '../model/cell';
import { parseEntered } from './parse-entered';

const MAX_CELL_LENGTH = 50_000;

/** How values that are written are read. */
export type ValueInputOption = 'RAW' | 'USER_ENTERED';

/** The cell after a value was written into it; undefined when the value is null and says nothing. */
export function cellAfterInput(
  before: Cell,
  value: string | number | boolean | null,
  option: ValueInputOption,
  locale: string,
  columnFormat: NumberFormat | undefined,
): Cell | undefined {
  if (value === null) return undefined;
  const format = formatOf(before) ?? columnFormat;
  const isText = format?.type === 'TEXT';
  if (typeof value !== 'string' || option === 'RAW' || isText) {
    return withContent(before, value === '' ? null : value) ?? null;
  }
  const entered = parseEntered(value, locale);
  const after = withContent(before, entered.content, entered.formula) ?? null;
  if (!entered.format || format) return after;
  const rich = isRich(after) ? after : { value: entered.content };
  return compact({ ...rich, format: entered.format });
}

/** The rows of a request's `values`, checked; what is no list of lists of values is refused. */
export function checkedValues(
  values: readonly unknown[],
): readonly (readonly (string | number | boolean | null)[])[] {
  return values.map((row, at) => {
    if (!Array.isArray(row)) {
      throw invalid(
        `Invalid value at 'data.values[${at}]' (type.googleapis.com/google.protobuf.ListValue), ${quoted(row)}`,
      );
    }
    return row.map((value: unknown, column) => {
      if (typeof value === 'string' && value.length > MAX_CELL_LENGTH) {
        throw invalid(
          `Your input contains more than the maximum of ${MAX_CELL_LENGTH} characters in a single cell.`,
        );
      }
      if (value === null || isScalar(value)) return value;
      throw invalid(`Invalid values[${at}][${column}]: ${quoted(value)}`);
    });
  });
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function quoted(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function invalid(message: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message);
}
