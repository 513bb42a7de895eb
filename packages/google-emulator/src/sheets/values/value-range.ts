import { type FieldMask } from '../../http/field-mask';
import { renderRange, type ResolvedRange } from '../a1/resolve-range';
import { type CellArea } from '../definition';
import { isBlank } from '../model/cell';
import { filledWidth, type Row, type RowReader } from '../model/rows';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Dimension } from '../model/tab';
import {
  CellRenderer,
  type DateTimeRenderOption,
  type ValueRenderOption,
} from '../render/cell-renderer';
import { LazyList } from '../wire/lazy-list';

/** How the values of a range are wanted. */
export interface ValueOptions {
  readonly majorDimension: Dimension;
  readonly valueRenderOption: ValueRenderOption;
  readonly dateTimeRenderOption: DateTimeRenderOption;
}

type Render = (row: Row, column: number) => string | number | boolean;

/** A `ValueRange`; without `values` when all of its cells are empty. */
export function valueRange(
  spreadsheet: Spreadsheet,
  range: ResolvedRange,
  options: ValueOptions,
  mask: FieldMask,
): Record<string, unknown> {
  const { tab } = range;
  const area = tab.usedPart(range.area);
  const rows = tab.rows.snapshot();
  const renderer = new CellRenderer(spreadsheet.locale, [...tab.columnFormats]);
  const { valueRenderOption, dateTimeRenderOption } = options;
  const render: Render = (row, column) =>
    renderer.value(row[column], column, valueRenderOption, dateTimeRenderOption);
  const hasValues = mask.child('values') !== undefined && hasContent(rows, area);
  const lines = options.majorDimension === 'COLUMNS' ? columnLists : rowLists;
  return {
    ...(mask.child('range') && { range: renderRange(range) }),
    ...(mask.child('majorDimension') && { majorDimension: options.majorDimension }),
    ...(hasValues && { values: LazyList.ofValues(() => lines(rows, area, render)) }),
  };
}

function hasContent(rows: RowReader, area: CellArea): boolean {
  for (let index = area.startRow; index < area.endRow; index += 1) {
    if (filledWidth(rows.row(index), area.startColumn, area.endColumn) > 0) return true;
  }
  return false;
}

function* rowLists(rows: RowReader, area: CellArea, render: Render): Generator<unknown> {
  let blankRows = 0;
  for (let index = area.startRow; index < area.endRow; index += 1) {
    const row = rows.row(index);
    const width = filledWidth(row, area.startColumn, area.endColumn);
    if (width === 0) {
      blankRows += 1;
      continue;
    }
    for (; blankRows > 0; blankRows -= 1) yield [];
    const values = new Array<unknown>(width);
    for (let offset = 0; offset < width; offset += 1) {
      values[offset] = render(row, area.startColumn + offset);
    }
    yield values;
  }
}

function* columnLists(rows: RowReader, area: CellArea, render: Render): Generator<unknown> {
  let width = 0;
  for (let index = area.startRow; index < area.endRow; index += 1) {
    width = Math.max(width, filledWidth(rows.row(index), area.startColumn, area.endColumn));
  }
  for (let offset = 0; offset < width; offset += 1) {
    yield LazyList.ofValues(() => columnValues(rows, area, area.startColumn + offset, render));
  }
}

function* columnValues(
  rows: RowReader,
  area: CellArea,
  column: number,
  render: Render,
): Generator<unknown> {
  let blanks = 0;
  for (let index = area.startRow; index < area.endRow; index += 1) {
    const row = rows.row(index);
    if (isBlank(row[column])) {
      blanks += 1;
      continue;
    }
    for (; blanks > 0; blanks -= 1) yield '';
    yield render(row, column);
  }
}
