import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { ZonedCalendar } from '@tributary/time-zones';
import { randomUUID } from 'node:crypto';
import { ReviewResponseCache } from './cache/review-response-cache';
import { dayOfReview } from './day-spans';
import { type AnnouncedChange } from './review-book';
import { ReviewBookRepository } from './review-book.repository';
import { ReviewDirtyDayRepository } from './review-dirty-day.repository';
import { ReviewRollupRequestService } from './review-rollup-request.service';

/** Announces a write, with the instants at which the reviews were created that it may change. */
export type AnnounceChange = (createdAt: Iterable<Date>) => Promise<void>;

interface Announced extends AnnouncedChange {
  readonly epoch: number;
}

/** Longer than any write takes: a bulk write is given up after a minute without an answer. */
const WRITTEN_WITHIN_MS = 600_000;
/** Announced changes of one writer that are finished together. */
const MOST_PENDING = 4;
const MOST_REMEMBERED = 10_000;

/**
 * Keeps what is derived from reviews consistent with them, whatever happens to the process that
 * writes. While a change is announced, its days are dirty and nothing is cached.
 */
@Injectable()
export class ReviewChangeRecorder {
  /** The time zones of books, which never change. */
  private readonly zones = new Map<string, ZonedCalendar>();

  constructor(
    private readonly config: Config,
    private readonly books: ReviewBookRepository,
    private readonly dirtyDays: ReviewDirtyDayRepository,
    private readonly cache: ReviewResponseCache,
    private readonly requests: ReviewRollupRequestService,
  ) {}

  /**
   * Has reviews of an owner written. `write` calls `announce` before every write of new, changed or
   * deleted reviews, one write after the other; with no instants before it writes what else responses
   * show, such as the title of a location. Without a call nothing happens. It may be long: many
   * writes in one call, such as the pages of a listing, cost less than a call for each. When it
   * fails, a part may still be written: the announcements stay until a run finds them.
   */
  async record<T>(owner: string, write: (announce: AnnounceChange) => Promise<T>): Promise<T> {
    let pending: Announced[] = [];
    const result = await write(async (createdAt) => {
      // Long before it could count as dead, and responses be cached in spite of it.
      const still = Date.now() + WRITTEN_WITHIN_MS / 2;
      const isFirst = !pending.some(({ until }) => until.getTime() > still);
      const change = await this.announce(owner, createdAt, isFirst);
      // What was announced before is written. The new one keeps responses from being cached.
      if (pending.length >= MOST_PENDING) {
        await this.finish(owner, pending);
        pending = [];
      }
      pending.push(change);
    });
    if (pending.length > 0) await this.finish(owner, pending);
    return result;
  }

  /**
   * Records up to when the reviews of an owner are complete. To be called before a fetch is reported
   * as done: once it returns, no response is older than what was recorded before.
   */
  async confirm(owner: string, asOf: Date): Promise<void> {
    await this.books.open(owner, this.config.REVIEW_TIME_ZONE);
    const { version } = await this.books.confirm(owner, asOf);
    if (!(await this.cache.confirm(owner, version))) {
      throw new DomainError('DEPENDENCY_UNAVAILABLE');
    }
  }

  private async announce(
    owner: string,
    createdAt: Iterable<Date>,
    isFirst: boolean,
  ): Promise<Announced> {
    const clock = await this.clockOf(owner);
    const days = [...new Set([...createdAt].map((at) => dayOfReview(at, clock)))];
    const until = new Date(Date.now() + WRITTEN_WITHIN_MS);
    const change = { id: randomUUID(), until, days };
    const { version, epoch } = await this.books.announce(owner, change);
    // From then on nothing is cached until the last one is finished.
    if (isFirst) await this.cache.drop(owner, version);
    return { ...change, epoch };
  }

  /** The days are marked before the announcement ends, so that they are dirty all the time. */
  private async finish(owner: string, announced: readonly Announced[]): Promise<void> {
    const epochs = new Set(announced.map(({ epoch }) => epoch));
    for (const epoch of epochs) {
      const some = announced.filter((change) => change.epoch === epoch);
      await this.mark(
        owner,
        some.flatMap(({ days }) => days),
        epoch,
      );
    }
    const ids = announced.map(({ id }) => id);
    const before = await this.books.remove(owner, ids);
    const kept = new Set(before.changes.map(({ id }) => id));
    // Somebody took this process for dead, and may have rolled up days before they were written.
    for (const { id, days } of announced) {
      if (!kept.has(id)) await this.mark(owner, days, before.epoch);
    }
    if (announced.some(({ days }) => days.length > 0)) await this.requests.request(owner);
  }

  private async mark(owner: string, days: readonly string[], epoch: number): Promise<void> {
    if (days.length > 0) await this.dirtyDays.mark(owner, [...new Set(days)], epoch);
  }

  private async clockOf(owner: string): Promise<ZonedCalendar> {
    const known = this.zones.get(owner);
    if (known) return known;
    const { time_zone } = await this.books.open(owner, this.config.REVIEW_TIME_ZONE);
    const clock = ZonedCalendar.ofOrUtc(time_zone);
    if (this.zones.size >= MOST_REMEMBERED) this.zones.clear();
    this.zones.set(owner, clock);
    return clock;
  }
}
