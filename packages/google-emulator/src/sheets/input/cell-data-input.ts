import { type FieldMask } from '../../http/field-mask';
import { userEnteredFormat } from '../grid/cell-data';
import { type NumberFormat } from '../definition';
import { compact, contentOf, isRich, type Cell, type Content } from '../model/cell';
import { checkFormat } from '../model/check-cell';
import { invalidArgument } from '../wire/errors';
import { RequestObject } from '../wire/request-object';
import { parseEntered } from './parse-entered';

const CELL_NAMES = [
  'userEnteredValue',
  'effectiveValue',
  'formattedValue',
  'userEnteredFormat',
  'effectiveFormat',
  'hyperlink',
  'note',
  'textFormatRuns',
  'dataValidation',
  'pivotTable',
];
const VALUE_NAMES = ['numberValue', 'stringValue', 'boolValue', 'formulaValue', 'errorValue'];

/** The cell after those members of a `CellData` were set that a mask names. */
export function cellAfterData(
  before: Cell,
  data: unknown,
  mask: FieldMask,
  locale: string,
  path: string,
): Cell {
  const wanted = RequestObject.of(data, path, CELL_NAMES);
  const rich = isRich(before) ? before : { value: contentOf(before) };
  const entered = mask.child('userEnteredValue')
    ? enteredValue(wanted.object('userEnteredValue', VALUE_NAMES), locale)
    : { content: contentOf(before), formula: isRich(before) ? before.formula : undefined };
  const formatMask = mask.child('userEnteredFormat');
  const format = formatMask
    ? merged(userEnteredFormat(before), wanted.raw('userEnteredFormat'), formatMask)
    : userEnteredFormat(before);
  const { numberFormat, ...style } = format ?? {};
  return compact({
    value: entered.content,
    formula: entered.formula,
    format: checkedFormat(numberFormat),
    style: Object.keys(style).length > 0 ? style : undefined,
    note: mask.child('note') ? wanted.string('note') : 'note' in rich ? rich.note : undefined,
  });
}

function enteredValue(
  value: RequestObject,
  locale: string,
): { content: Content; formula?: string | undefined } {
  if (value.has('formulaValue')) return parseEntered(value.string('formulaValue') ?? '', locale);
  if (value.has('boolValue')) return { content: value.boolean('boolValue') };
  if (value.has('numberValue')) {
    const number = Number(value.raw('numberValue'));
    if (Number.isFinite(number)) return { content: number };
    throw invalidArgument(`numberValue must be a number`);
  }
  return { content: value.string('stringValue') || null };
}

/** `before` with the members of `after` that a mask names; a name that is missing there is unset. */
function merged(
  before: Readonly<Record<string, unknown>> | undefined,
  after: unknown,
  mask: FieldMask,
): Record<string, unknown> {
  const next = isObject(after) ? after : {};
  if (mask.isEverything) return { ...next };
  const result: Record<string, unknown> = { ...before };
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(next)])) {
    const child = mask.child(name);
    if (!child) continue;
    const old = before?.[name];
    if (child.isEverything) result[name] = next[name];
    else result[name] = merged(isObject(old) ? old : undefined, next[name], child);
    if (result[name] === undefined) delete result[name];
  }
  return result;
}

function checkedFormat(format: unknown): NumberFormat | undefined {
  if (format === undefined || format === null) return undefined;
  try {
    checkFormat(format, 'the cell');
  } catch (error) {
    throw invalidArgument((error as Error).message);
  }
  return format as NumberFormat;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
