import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type TableCell, tableFile, type TableFormat, type TableRow } from '@tributary/table-files';
import { type Readable } from 'node:stream';
import { SheetRowQueryRepository, type ShownRow } from '../../sheet-crawler';
import { queryRange } from '../queries/query-range';
import { rowsQuery, type RowsQuery } from '../queries/rows-query';
import {
  type AnalyticsContext,
  AnalyticsContextService,
} from '../queries/analytics-context.service';

/** A file with rows. */
export interface ExportedRows {
  readonly content: Readable;
  readonly contentType: string;
  readonly fileName: string;
  readonly version: number;
}

export interface ExportQuery extends RowsQuery {
  readonly format: TableFormat;
}

const BATCH = 500;
const ROW_NUMBER = 'row_number';

/** Streams rows of a user's connections to files, as fast as the client reads them. */
@Injectable()
export class AnalyticsExportService {
  private readonly logger = new Logger(AnalyticsExportService.name);

  constructor(
    private readonly contexts: AnalyticsContextService,
    private readonly rows: SheetRowQueryRepository,
  ) {}

  async export(userId: string, id: string, query: ExportQuery): Promise<ExportedRows> {
    const context = await this.contexts.open(userId, id, true);
    const asked = queryRange(context, query);
    const wanted = rowsQuery(context.type, asked, query);
    const rows = this.rows.stream(context.snapshot, wanted)[Symbol.asyncIterator]();
    // The first row shows which fields there are.
    const first = await rows.next();
    const fields = first.done ? [] : Object.keys(first.value.data);
    const { kind } = context.type;
    const file = tableFile(query.format, {
      name: kind,
      columns: [ROW_NUMBER, ...fields].map((name) => ({ name })),
      rows: this.batches(context, fields, first, rows),
      timeZone: asked.clock.name,
    });
    // Also when the client read only a part of it, or none.
    file.content.once('close', () => void this.close(rows));
    return {
      content: file.content,
      contentType: file.contentType,
      fileName: `${kind}.${file.extension}`,
      version: context.snapshot.version,
    };
  }

  private async close(rows: AsyncIterator<ShownRow>): Promise<void> {
    try {
      await rows.return?.();
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Closing the cursor of an export failed' });
    }
  }

  private async *batches(
    context: AnalyticsContext,
    fields: readonly string[],
    first: IteratorResult<ShownRow>,
    rows: AsyncIterator<ShownRow>,
  ): AsyncGenerator<TableRow[]> {
    let batch: TableRow[] = [];
    for (let next = first; !next.done; next = await rows.next()) {
      const { row_number, data } = next.value;
      batch.push([row_number, ...fields.map((field): TableCell => data[field] ?? null)]);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    await this.refuseReplaced(context);
    yield batch;
  }

  /**
   * Rows of a generation that was replaced meanwhile may be missing: the file must not look
   * complete.
   */
  private async refuseReplaced({ snapshot }: AnalyticsContext): Promise<void> {
    const now = await this.contexts.open(snapshot.user_id, snapshot.connection_id, true);
    if (now.snapshot.generation === snapshot.generation) return;
    throw new DomainError('INTERNAL_ERROR', {
      detail: 'The rows were replaced while they were exported. Export them again.',
    });
  }
}
