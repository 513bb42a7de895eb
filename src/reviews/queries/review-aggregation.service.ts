import { Injectable } from '@nestjs/common';
import {
  addDays,
  type DayRange,
  type Granularity,
  type InstantRange,
  instantRangeOf,
  periodOf,
  type QueryRange,
} from '@tributary/periods';
import { ZonedCalendar } from '@tributary/time-zones';
import { instantsOf, spansOf } from '../rollups/day-spans';
import { isChanging, type ReviewBook } from '../rollups/review-book';
import { ReviewDirtyDayRepository } from '../rollups/review-dirty-day.repository';
import { addGroup } from '../rollups/review-group';
import { type ReviewRollup } from '../rollups/review-rollup';
import { ReviewRollupRepository } from '../rollups/review-rollup.repository';
import { ReviewRollupRequestService } from '../rollups/review-rollup-request.service';
import { ReviewSumsRepository } from '../rollups/review-sums.repository';
import { ReviewAggregation } from './review-aggregation';

/** Which reviews are added up, and by what. Deleted ones are not. */
export interface CountedSelection extends QueryRange {
  readonly owner: string;
  readonly book: ReviewBook | undefined;
  /** Null for all. */
  readonly locations: readonly string[] | null;
  readonly groupBy: null | 'location' | { readonly granularity: Granularity };
}

/** Days that are read from their reviews one by one; with more of them, all days of the range are. */
const MOST_DIRTY = 400;
const MOST_SPANS = 64;
/** Roll-ups are by days of the book's zone, which may be two days off elsewhere. */
const SLACK_DAYS = 2;

/**
 * Adds reviews up: from roll-ups where these match the reviews and are on one side of every limit,
 * and from the reviews of a day where they are not.
 */
@Injectable()
export class ReviewAggregationService {
  constructor(
    private readonly rollups: ReviewRollupRepository,
    private readonly dirtyDays: ReviewDirtyDayRepository,
    private readonly reviews: ReviewSumsRepository,
    private readonly requests: ReviewRollupRequestService,
  ) {}

  /** In the fastest way there is. */
  async aggregate(selection: CountedSelection): Promise<ReviewAggregation> {
    const { owner, book, locations } = selection;
    if (!book || locations?.length === 0) return new ReviewAggregation();
    const around = daysAround(selection.range);
    // Before any roll-up is read: a day that is clean here is rolled up.
    const stored = await this.dirtyDays.findIn(owner, around, MOST_DIRTY + 1);
    const announced = book.changes.flatMap(({ days }) => days.filter((day) => isIn(day, around)));
    const dirty = new Set([...stored, ...announced]);
    if (stored.length + book.changes.length > 0 && !isChanging(book, new Date())) {
      await this.requests.tryRequest(owner);
    }
    if (dirty.size > MOST_DIRTY) return this.scan(selection);
    return (await this.addRollups(selection, book, around, dirty)) ?? this.scan(selection);
  }

  /** The same, from reviews only. */
  async scan(selection: CountedSelection): Promise<ReviewAggregation> {
    const aggregation = new ReviewAggregation();
    if (selection.locations?.length === 0) return aggregation;
    const instants = instantRangeOf(selection.range, selection.clock);
    await this.addReviews(aggregation, selection, instants);
    return aggregation;
  }

  /** Undefined when so many days have to be read from reviews that all of them may be. */
  private async addRollups(
    selection: CountedSelection,
    book: ReviewBook,
    around: DayRange,
    dirty: ReadonlySet<string>,
  ): Promise<ReviewAggregation | undefined> {
    const { owner, range, clock, locations, groupBy } = selection;
    const aggregation = new ReviewAggregation();
    const instants = instantRangeOf(range, clock);
    const toScan = new Set(dirty);
    const scope = locations ?? (groupBy === 'location' ? 'each' : 'together');
    for await (const rollups of byDay(this.rollups.read(owner, around, scope))) {
      const day = rollups[0]?.day ?? '';
      if (toScan.has(day)) continue;
      const groups = rollups.map((rollup) => groupOf(selection, instants, rollup));
      if (groups.includes(UNCLEAR)) toScan.add(day);
      else {
        rollups.forEach((rollup, at) => {
          const group = groups[at];
          if (typeof group === 'string') aggregation.add(group, rollup);
        });
      }
    }
    const spans = spansOf([...toScan].sort());
    if (spans.length > MOST_SPANS) return undefined;
    const bookClock = ZonedCalendar.ofOrUtc(book.time_zone);
    for (const span of spans) {
      await this.addReviews(aggregation, selection, overlap(instantsOf(span, bookClock), instants));
    }
    return aggregation;
  }

  private async addReviews(
    aggregation: ReviewAggregation,
    { owner, locations, groupBy, clock }: CountedSelection,
    instants: InstantRange,
  ): Promise<void> {
    const { from, before } = instants;
    if (from !== null && before !== null && from >= before) return;
    const isSeries = groupBy !== null && groupBy !== 'location';
    const key = isSeries
      ? { $dateToString: { date: '$created_at', format: '%Y-%m-%d', timezone: clock.name } }
      : groupBy === 'location'
        ? '$location'
        : { $literal: '' };
    const counted = { from, before, locations, deleted: false };
    for await (const group of this.reviews.count<string>(owner, counted, key)) {
      const name = isSeries ? periodOf(group._id.key, groupBy.granularity) : group._id.key;
      addGroup(aggregation.group(name), group);
    }
  }
}

const OUTSIDE = null;
const UNCLEAR = undefined;

/** The group of all reviews of a roll-up; outside of the range, or unclear, when they have none. */
function groupOf(
  { groupBy, clock }: CountedSelection,
  { from, before }: InstantRange,
  { location, first_at, last_at }: ReviewRollup,
): string | typeof OUTSIDE | typeof UNCLEAR {
  if (first_at === null || last_at === null) return OUTSIDE;
  if ((from !== null && last_at < from) || (before !== null && first_at >= before)) return OUTSIDE;
  if ((from !== null && first_at < from) || (before !== null && last_at >= before)) return UNCLEAR;
  if (groupBy === null) return '';
  if (groupBy === 'location') return location ?? '';
  const [first, last] = [first_at, last_at].map((at) =>
    periodOf(clock.dayOf(at), groupBy.granularity),
  );
  return first === last ? first : UNCLEAR;
}

async function* byDay(rollups: AsyncIterable<ReviewRollup>): AsyncGenerator<ReviewRollup[]> {
  let some: ReviewRollup[] = [];
  for await (const rollup of rollups) {
    if (some[0] && some[0].day !== rollup.day) {
      yield some;
      some = [];
    }
    some.push(rollup);
  }
  if (some.length > 0) yield some;
}

function daysAround({ from, to }: DayRange): DayRange {
  return {
    from: from === null ? null : addDays(from, -SLACK_DAYS),
    to: to === null ? null : addDays(to, SLACK_DAYS),
  };
}

function isIn(day: string, { from, to }: DayRange): boolean {
  return (from === null || day >= from) && (to === null || day <= to);
}

function overlap(one: InstantRange, other: InstantRange): InstantRange {
  const froms = [one.from, other.from].filter((at) => at !== null);
  const befores = [one.before, other.before].filter((at) => at !== null);
  return {
    from: froms.reduce<Date | null>((max, at) => (max && max > at ? max : at), null),
    before: befores.reduce<Date | null>((min, at) => (min && min < at ? min : at), null),
  };
}
