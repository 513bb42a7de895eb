import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun } from '@tributary/pipeline';
import { ZonedCalendar } from '@tributary/time-zones';
import { spansOf } from './day-spans';
import { type ReviewBook } from './review-book';
import { ReviewBookRepository } from './review-book.repository';
import { type DirtyDay, ReviewDirtyDayRepository } from './review-dirty-day.repository';
import { ReviewRollupWriterService } from './review-rollup-writer.service';

/** Days that are added up in one query. */
const LONGEST_SPAN = 31;
const READ_AT_ONCE = 366;

/**
 * Brings the roll-ups of an owner up to date. It works on days that became dirty in an epoch before
 * its own. Those of announced changes are left to a later run, and one that becomes dirty meanwhile
 * does so in the new epoch: it is not clean afterwards, although it was rolled up.
 */
@Injectable()
export class ReviewRollupRunService {
  constructor(
    private readonly books: ReviewBookRepository,
    private readonly dirtyDays: ReviewDirtyDayRepository,
    private readonly writer: ReviewRollupWriterService,
  ) {}

  async rollUp(
    run: Pick<ClaimedRun, 'owner' | 'fence' | 'signal' | 'progress'>,
  ): Promise<RunCounts> {
    const { owner, signal } = run;
    const book = await this.books.beginEpoch(owner);
    if (!book) return { days: 0 };
    const busy = await this.removeDead(book, new Date());
    const clock = ZonedCalendar.ofOrUtc(book.time_zone);
    let days = 0;
    for await (const some of this.dirtyBefore(book)) {
      const epochs = new Map(some.map(({ day, epoch }) => [day, epoch]));
      const free = [...epochs.keys()].filter((day) => !busy.has(day));
      for (const span of spansOf(free, LONGEST_SPAN)) {
        signal.throwIfAborted();
        await this.writer.write(run.fence, owner, span, clock);
        const done = span.map((day) => ({ day, epoch: epochs.get(day) ?? 0 }));
        await this.dirtyDays.clear(owner, done);
        days += span.length;
        run.progress({ done: days });
      }
    }
    return { days };
  }

  /** Marks the days of changes whose process died; returns the days of the other changes. */
  private async removeDead(book: ReviewBook, now: Date): Promise<ReadonlySet<string>> {
    const { user_id: owner, changes, epoch } = book;
    const dead = changes.filter(({ until }) => until <= now);
    if (dead.length > 0) {
      const days = new Set(dead.flatMap((change) => change.days));
      await this.dirtyDays.mark(owner, [...days], epoch - 1);
      await this.books.remove(
        owner,
        dead.map(({ id }) => id),
      );
    }
    const live = changes.filter((change) => !dead.includes(change));
    return new Set(live.flatMap(({ days }) => days));
  }

  private async *dirtyBefore({ user_id: owner, epoch }: ReviewBook): AsyncGenerator<DirtyDay[]> {
    let after = '';
    for (;;) {
      const some = await this.dirtyDays.findBefore(owner, epoch, after, READ_AT_ONCE);
      const last = some.at(-1);
      if (!last) return;
      yield some;
      after = last.day;
    }
  }
}
