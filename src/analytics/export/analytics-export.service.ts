import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type ExportedFile, exportRows, type RowLayout } from '@tributary/exports';
import { type TableCell, type TableFormat } from '@tributary/table-files';
import { SheetRowQueryRepository, type ShownRow } from '../../sheet-crawler';
import { queryRange } from '../queries/query-range';
import { rowsQuery, type RowsQuery } from '../queries/rows-query';
import {
  type AnalyticsContext,
  AnalyticsContextService,
} from '../queries/analytics-context.service';

export interface ExportQuery extends RowsQuery {
  readonly format: TableFormat;
}

const ROW_NUMBER = 'row_number';

/** Streams rows of a user's connections to files, as fast as the client reads them. */
@Injectable()
export class AnalyticsExportService {
  constructor(
    private readonly contexts: AnalyticsContextService,
    private readonly rows: SheetRowQueryRepository,
  ) {}

  async export(userId: string, id: string, query: ExportQuery): Promise<ExportedFile> {
    const context = await this.contexts.open(userId, id, true);
    const asked = queryRange(context, query);
    const wanted = rowsQuery(context.type, asked, query);
    return exportRows({
      format: query.format,
      name: context.type.kind,
      timeZone: asked.clock.name,
      version: context.version,
      rows: this.rows.stream(context.snapshot, wanted),
      layout,
      confirm: () => this.refuseReplaced(context),
    });
  }

  /**
   * Rows of a generation that was replaced meanwhile may be missing: the file must not look
   * complete.
   */
  private async refuseReplaced({ owner, subject, snapshot }: AnalyticsContext): Promise<void> {
    const now = await this.contexts.open(owner, subject, true);
    if (now.snapshot.generation === snapshot.generation) return;
    throw new DomainError('INTERNAL_ERROR', {
      detail: 'The rows were replaced while they were exported. Export them again.',
    });
  }
}

/** The first row shows which fields there are. */
function layout(first: ShownRow | undefined): RowLayout<ShownRow> {
  const fields = first === undefined ? [] : Object.keys(first.data);
  return {
    columns: [ROW_NUMBER, ...fields],
    cellsOf: ({ row_number, data }) => [
      row_number,
      ...fields.map((field): TableCell => data[field] ?? null),
    ],
  };
}
