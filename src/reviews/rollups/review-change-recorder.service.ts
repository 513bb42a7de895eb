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
   * Has reviews of an owner written. `write` calls `announce` before it writes new, changed or deleted
   * reviews, as often as it likes; with no instants before it writes what else responses show, such
   * as the title of a location. Without a call nothing happens. When it fails, a part may
   * still be written: the announcement stays until a run that comes later finds it.
   */
  async record<T>(owner: string, write: (announce: AnnounceChange) => Promise<T>): Promise<T> {
    const announced: Announced[] = [];
    const result = await write(async (createdAt) => {
      announced.push(await this.announce(owner, createdAt));
    });
    if (announced.length > 0) await this.finish(owner, announced);
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

  private async announce(owner: string, createdAt: Iterable<Date>): Promise<Announced> {
    const clock = await this.clockOf(owner);
    const days = [...new Set([...createdAt].map((at) => dayOfReview(at, clock)))];
    const until = new Date(Date.now() + WRITTEN_WITHIN_MS);
    const change = { id: randomUUID(), until, days };
    const { version, epoch } = await this.books.announce(owner, change);
    await this.cache.drop(owner, version);
    return { ...change, epoch };
  }

  /** The days are marked before the announcement ends, so that they are dirty all the time. */
  private async finish(owner: string, announced: readonly Announced[]): Promise<void> {
    for (const { days, epoch } of announced) await this.mark(owner, days, epoch);
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
    if (days.length > 0) await this.dirtyDays.mark(owner, days, epoch);
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
