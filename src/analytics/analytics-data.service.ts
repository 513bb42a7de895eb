import { Injectable } from '@nestjs/common';
import { offsetOf, pageOf } from '@tributary/common';
import {
  type RowQuery,
  SheetRowQueryService,
  type ShownRow,
} from '../sheet-crawler/sheet-row-query.service';
import { type Answer } from './answer';
import { AnswerDeskService, type Inquiry } from './answer-desk.service';
import { type AskedRange, askedRange, rangeParameters } from './answers/asked-range';
import { rowsQuery, type RowsQuery } from './answers/rows-query';
import { totalOf } from './answers/tallies';
import { toAnalyticsRowDto } from './dto/analytics.dto';
import { QuestionService } from './questions/question.service';
import { type SheetView } from './sheet-view.service';

/** A page of rows. */
export interface DataQuery extends RowsQuery {
  readonly page: number;
  readonly page_size: number;
}

/** The rows of a user's connections as a table that can be searched and sorted. */
@Injectable()
export class AnalyticsDataService {
  constructor(
    private readonly desk: AnswerDeskService,
    private readonly questions: QuestionService,
    private readonly rows: SheetRowQueryService,
  ) {}

  data(userId: string, id: string, query: DataQuery): Promise<Answer> {
    const { page, page_size, search = '', sort_by = null, sort_order } = query;
    return this.desk.answer(userId, id, (view): Inquiry => {
      const asked = askedRange(view, query);
      const wanted = rowsQuery(view.type, asked, query);
      return {
        name: 'data',
        parameters: { ...rangeParameters(asked), page, page_size, search, sort_by, sort_order },
        answer: async () => {
          const { rows, total, undated } = await this.page(view, asked, wanted, query);
          return { body: pageOf(rows.map(toAnalyticsRowDto), total, query), excluded: undated };
        },
      };
    });
  }

  private async page(
    view: SheetView,
    asked: AskedRange,
    wanted: RowQuery,
    query: DataQuery,
  ): Promise<{ rows: ShownRow[]; total: number; undated: number }> {
    const offset = offsetOf(query);
    const [rows, all] = await Promise.all([
      this.rows.find(view.book, wanted, offset, query.page_size),
      this.countAll(view, asked),
    ]);
    if ((query.search ?? '') === '') return { rows, ...all };
    // A page that is not full is the last one: what was gone through for it need not be counted again.
    const isLast = rows.length < query.page_size && (rows.length > 0 || offset === 0);
    const total = isLast ? offset + rows.length : await this.rows.count(view.book, wanted.match);
    return { rows, total, undated: all.undated };
  }

  /** How many rows there are in a range is known without looking at them. */
  private async countAll(
    view: SheetView,
    asked: AskedRange,
  ): Promise<{ total: number; undated: number }> {
    const tallied = await this.questions.tally({ ...view, ...asked, by: null });
    return { total: totalOf(tallied, []).rows, undated: tallied.undated };
  }
}
