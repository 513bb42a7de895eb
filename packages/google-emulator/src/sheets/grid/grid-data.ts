import { type FieldMask } from '../../http/field-mask';
import { type CellArea } from '../definition';
import { type Cell } from '../model/cell';
import { usedWidth, type RowReader } from '../model/rows';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { CellRenderer } from '../render/cell-renderer';
import { LazyList } from '../wire/lazy-list';
import { cellDataWriter } from './cell-data';

const ROW_PIXELS = 21;
const COLUMN_PIXELS = 100;

/** A `GridData`: the cells of one area of a tab, with the parts that a mask wants. */
export function gridData(
  spreadsheet: Spreadsheet,
  tab: Tab,
  area: CellArea,
  mask: FieldMask,
): Record<string, unknown> {
  const rowMask = mask.child('rowData');
  const rowData = rowMask && rowDataOf(spreadsheet, tab, area, rowMask);
  const rowMetadata = mask.child('rowMetadata');
  const columnMetadata = mask.child('columnMetadata');
  return {
    ...(area.startRow > 0 && mask.child('startRow') && { startRow: area.startRow }),
    ...(area.startColumn > 0 && mask.child('startColumn') && { startColumn: area.startColumn }),
    ...(rowData && { rowData }),
    ...(rowMetadata && {
      rowMetadata: metadata(area.endRow - area.startRow, ROW_PIXELS, rowMetadata),
    }),
    ...(columnMetadata && {
      columnMetadata: metadata(area.endColumn - area.startColumn, COLUMN_PIXELS, columnMetadata),
    }),
  };
}

function rowDataOf(
  spreadsheet: Spreadsheet,
  tab: Tab,
  wanted: CellArea,
  mask: FieldMask,
): LazyList | undefined {
  const area = tab.usedPart(wanted);
  const rows = tab.rows.snapshot();
  if (!hasUsedRow(rows, area)) return undefined;
  const cellMask = mask.child('values');
  const renderer = new CellRenderer(spreadsheet.locale, [...tab.columnFormats]);
  const writeCell = cellMask && cellDataWriter(cellMask, renderer);
  return LazyList.ofTexts(() => rowTexts(rows, area, writeCell));
}

function hasUsedRow(rows: RowReader, area: CellArea): boolean {
  for (let index = area.startRow; index < area.endRow; index += 1) {
    if (usedWidth(rows.row(index), area.startColumn, area.endColumn) > 0) return true;
  }
  return false;
}

function* rowTexts(
  rows: RowReader,
  area: CellArea,
  writeCell: ((cell: Cell, column: number) => string) | undefined,
): Generator<string> {
  const { startColumn, endColumn } = area;
  let emptyRows = 0;
  for (let index = area.startRow; index < area.endRow; index += 1) {
    const row = rows.row(index);
    const width = usedWidth(row, startColumn, endColumn);
    if (width === 0) {
      emptyRows += 1;
      continue;
    }
    for (; emptyRows > 0; emptyRows -= 1) yield '{}';
    if (!writeCell) {
      yield '{}';
      continue;
    }
    let text = '{"values":[';
    for (let offset = 0; offset < width; offset += 1) {
      const cell = writeCell(row[startColumn + offset], startColumn + offset);
      text += offset === 0 ? cell : `,${cell}`;
    }
    yield `${text}]}`;
  }
}

function metadata(count: number, pixelSize: number, mask: FieldMask): LazyList {
  const text = JSON.stringify(mask.apply({ pixelSize }));
  return LazyList.ofTexts(function* () {
    for (let index = 0; index < count; index += 1) yield text;
  });
}
