import { Logger } from '@nestjs/common';
import { tableFile, type TableFormat, type TableRow } from '@tributary/table-files';
import { type ExportedFile } from './exported-file';

/** The columns of a file, and the cells of a row in them. */
export interface RowLayout<Row> {
  readonly columns: readonly string[];
  cellsOf(row: Row): TableRow;
}

/** What is exported, and how. */
export interface RowExport<Row> {
  readonly format: TableFormat;
  /** The name of the table, and of the file without its extension. */
  readonly name: string;
  /** Times are written as a clock in this zone shows them. */
  readonly timeZone: string;
  readonly version: number;
  readonly rows: AsyncIterable<Row>;
  /** Called with the first row, which may show what the columns are; without one when there is none. */
  layout(first: Row | undefined): RowLayout<Row>;
  /**
   * Called after the last row. When it throws, for instance because rows were replaced meanwhile,
   * the connection is cut, so that the file does not look complete.
   */
  confirm(): Promise<void>;
}

const BATCH = 500;
const logger = new Logger('RowExport');

/**
 * A file with rows, which are read as fast as the client reads it and closed when it goes away. It
 * fails before the file begins when the first row cannot be read, or has more columns than the format.
 */
export async function exportRows<Row>(request: RowExport<Row>): Promise<ExportedFile> {
  const rows = request.rows[Symbol.asyncIterator]();
  const first = await rows.next();
  try {
    return fileOf(request, first, rows);
  } catch (error) {
    await close(rows);
    throw error;
  }
}

function fileOf<Row>(
  request: RowExport<Row>,
  first: IteratorResult<Row>,
  rows: AsyncIterator<Row>,
): ExportedFile {
  const { format, name, timeZone, version } = request;
  const layout = request.layout(first.done ? undefined : first.value);
  const { content, contentType, extension } = tableFile(format, {
    name,
    columns: layout.columns.map((column) => ({ name: column })),
    rows: batches(request, layout, first, rows),
    timeZone,
  });
  // Also when the client read only a part of it, or none.
  content.once('close', () => void close(rows));
  return { content, contentType, fileName: `${name}.${extension}`, version };
}

async function* batches<Row>(
  request: RowExport<Row>,
  layout: RowLayout<Row>,
  first: IteratorResult<Row>,
  rows: AsyncIterator<Row>,
): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = [];
  for (let next = first; !next.done; next = await rows.next()) {
    batch.push(layout.cellsOf(next.value));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  await request.confirm();
  yield batch;
}

async function close(rows: AsyncIterator<unknown>): Promise<void> {
  try {
    await rows.return?.();
  } catch (error) {
    logger.warn({ err: error, msg: 'Closing the cursor of an export failed' });
  }
}
