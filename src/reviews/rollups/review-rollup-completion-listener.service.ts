import { Injectable } from '@nestjs/common';
import { OnRunCompleted, type Run, type RunCompletionListener } from '@tributary/pipeline';
import { isChanging } from './review-book';
import { ReviewBookRepository } from './review-book.repository';
import { ReviewDirtyDayRepository } from './review-dirty-day.repository';
import { REVIEW_ROLLUP } from './review-rollup.kind';
import { ReviewRollupRequestService } from './review-rollup-request.service';

const ANY_DAY = { from: null, to: null };

/** Requests the next run for days that became dirty too late for the one that ended. */
@Injectable()
@OnRunCompleted(REVIEW_ROLLUP)
export class ReviewRollupCompletionListener implements RunCompletionListener {
  constructor(
    private readonly books: ReviewBookRepository,
    private readonly dirtyDays: ReviewDirtyDayRepository,
    private readonly requests: ReviewRollupRequestService,
  ) {}

  async ended({ owner, status }: Run): Promise<void> {
    // What failed is not repeated for ever; the next change requests a run.
    if (status !== 'succeeded') return;
    const [day] = await this.dirtyDays.findIn(owner, ANY_DAY, 1);
    if (day === undefined) return;
    const book = await this.books.find(owner);
    // Who is changing reviews requests a run at the end of it.
    if (book && !isChanging(book, new Date())) await this.requests.request(owner);
  }
}
