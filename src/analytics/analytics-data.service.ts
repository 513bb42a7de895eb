import { Injectable } from '@nestjs/common';
import { offsetOf, pageOf } from '@tributary/common';
import { SheetRowQueryService } from '../sheet-crawler/sheet-row-query.service';
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
          const [rows, { total, undated }] = await Promise.all([
            this.rows.find(view.book, wanted, offsetOf(query), page_size),
            search === '' ? this.countAll(view, asked) : this.countFound(view, asked, wanted.match),
          ]);
          return { body: pageOf(rows.map(toAnalyticsRowDto), total, query), excluded: undated };
        },
      };
    });
  }

  /** How many rows there are in a range is known without looking at them. */
  private async countAll(view: SheetView, asked: AskedRange): Promise<Counted> {
    const tallied = await this.questions.tally({ ...view, ...asked, by: null });
    return { total: totalOf(tallied, []).rows, undated: tallied.undated };
  }

  private async countFound(
    view: SheetView,
    asked: AskedRange,
    match: Readonly<Record<string, unknown>>,
  ): Promise<Counted> {
    const [total, { undated }] = await Promise.all([
      this.rows.count(view.book, match),
      this.countAll(view, asked),
    ]);
    return { total, undated };
  }
}

interface Counted {
  readonly total: number;
  readonly undated: number;
}
