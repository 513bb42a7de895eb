import { Injectable } from '@nestjs/common';
import { type Answer } from './answer';
import { AnswerDeskService, type Inquiry } from './answer-desk.service';
import { askedRange, type RangeQuery, rangeParameters } from './answers/asked-range';
import { distribution } from './answers/distribution';
import { type Plan } from './answers/plan';
import { summary } from './answers/summary';
import { type SeriesQuery, timeSeries } from './answers/time-series';
import { type LeaderQuery, top } from './answers/top';
import { QuestionService } from './questions/question.service';
import { type SheetTypeStrategy } from './strategies/sheet-type.strategy';

/** What the rows of a user's connections add up to. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly desk: AnswerDeskService,
    private readonly questions: QuestionService,
  ) {}

  summary(userId: string, id: string, query: RangeQuery): Promise<Answer> {
    return this.ask(userId, id, 'summary', query, summary);
  }

  timeSeries(userId: string, id: string, query: RangeQuery & SeriesQuery): Promise<Answer> {
    return this.ask(userId, id, 'time-series', query, (type) => timeSeries(type, query));
  }

  distribution(userId: string, id: string, field: string, query: RangeQuery): Promise<Answer> {
    return this.ask(userId, id, 'distribution', query, (type) => distribution(type, field));
  }

  top(userId: string, id: string, field: string, query: RangeQuery & LeaderQuery): Promise<Answer> {
    return this.ask(userId, id, 'top', query, (type) => top(type, field, query));
  }

  private ask(
    userId: string,
    id: string,
    name: string,
    query: RangeQuery,
    planFor: (type: SheetTypeStrategy) => Plan,
  ): Promise<Answer> {
    return this.desk.answer(userId, id, (view): Inquiry => {
      const plan = planFor(view.type);
      const asked = askedRange(view, query);
      return {
        name,
        parameters: { ...rangeParameters(asked), ...plan.parameters },
        answer: async () =>
          plan.answer(await this.questions.tally({ ...view, ...asked, by: plan.by })),
      };
    });
  }
}
