import { Injectable } from '@nestjs/common';
import { offsetOf, pageOf } from '@tributary/common';
import { type QueryRange } from '@tributary/periods';
import { CachedQueryService, type QueryResponse } from '@tributary/query-cache';
import { type RowQuery, SheetRowQueryRepository, type ShownRow } from '../../sheet-crawler';
import { commonParameters, queryRange } from './query-range';
import { rowsQuery, type RowsQuery } from './rows-query';
import { totalOf } from './aggregated-sums';
import { toAnalyticsRowDto } from './dto/analytics.dto';
import { AggregationService } from './aggregation.service';
import { type AnalyticsContext } from './analytics-context.service';

/** A page of rows. */
export interface DataQuery extends RowsQuery {
  readonly page: number;
  readonly page_size: number;
}

/** The rows of a user's connections as a table that can be searched and sorted. */
@Injectable()
export class AnalyticsDataService {
  constructor(
    private readonly queries: CachedQueryService<AnalyticsContext>,
    private readonly aggregations: AggregationService,
    private readonly rows: SheetRowQueryRepository,
  ) {}

  data(userId: string, id: string, query: DataQuery): Promise<QueryResponse> {
    const { page, page_size, search = '', sort_by = null, sort_order } = query;
    return this.queries.answer(userId, id, (context) => {
      const asked = queryRange(context, query);
      const wanted = rowsQuery(context.type, asked, query);
      return {
        name: 'data',
        parameters: {
          ...commonParameters(context, asked),
          page,
          page_size,
          search,
          sort_by,
          sort_order,
        },
        run: async () => {
          const { rows, total, undated } = await this.page(context, asked, wanted, query);
          return { body: pageOf(rows.map(toAnalyticsRowDto), total, query), excluded: undated };
        },
      };
    });
  }

  private async page(
    context: AnalyticsContext,
    asked: QueryRange,
    wanted: RowQuery,
    query: DataQuery,
  ): Promise<{ rows: ShownRow[]; total: number; undated: number }> {
    const offset = offsetOf(query);
    const [rows, all] = await Promise.all([
      this.rows.find(context.snapshot, wanted, offset, query.page_size),
      this.countAll(context, asked),
    ]);
    if ((query.search ?? '') === '') return { rows, ...all };
    // A page that is not full is the last one, so the total is known without a count.
    const isLast = rows.length < query.page_size && (rows.length > 0 || offset === 0);
    const total = isLast
      ? offset + rows.length
      : await this.rows.count(context.snapshot, wanted.match);
    return { rows, total, undated: all.undated };
  }

  /** How many rows there are in a range is known without looking at them. */
  private async countAll(
    context: AnalyticsContext,
    asked: QueryRange,
  ): Promise<{ total: number; undated: number }> {
    const values = await this.aggregations.aggregate({ ...context, ...asked, groupBy: null });
    return { total: totalOf(values, []).rows, undated: values.undated };
  }
}
