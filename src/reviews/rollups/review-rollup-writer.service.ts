import { Injectable } from '@nestjs/common';
import { type Fence } from '@tributary/pipeline';
import { type ZonedCalendar } from '@tributary/time-zones';
import { dayExpression, type DaySpan, instantsOf } from './day-spans';
import { addGroup } from './review-group';
import { type ReviewRollup } from './review-rollup';
import { ReviewRollupRepository } from './review-rollup.repository';
import { addReviews, noReviews } from './review-sums';
import { ReviewSumsRepository } from './review-sums.repository';

type Accumulator = { -readonly [Field in keyof ReviewRollup]: ReviewRollup[Field] };

interface CountKey {
  readonly day: string;
  readonly location: string;
  readonly is_deleted: boolean;
}

/** Writes the roll-ups of days, from their reviews alone: doing it twice gives the same. */
@Injectable()
export class ReviewRollupWriterService {
  constructor(
    private readonly reviews: ReviewSumsRepository,
    private readonly rollups: ReviewRollupRepository,
  ) {}

  /** Writes those of a span of days, which should not be long: they are added up in memory. */
  async write(fence: Fence, owner: string, span: DaySpan, clock: ZonedCalendar): Promise<void> {
    const byDay = await this.addUp(owner, span, clock);
    const known = await this.rollups.findLocations(owner, span);
    const rollups = span.flatMap((day) => {
      const locations = byDay.get(day) ?? new Map<string, Accumulator>();
      // Where nothing is left, an empty roll-up replaces the earlier one.
      for (const location of known.get(day) ?? []) {
        if (!locations.has(location)) locations.set(location, noRollup(day, location));
      }
      return locations.size === 0 ? [] : [total(day, locations.values()), ...locations.values()];
    });
    await this.rollups.store(fence, owner, rollups);
  }

  /**
   * Deleted reviews are read, too, so that every location with a review on a day has a roll-up, of
   * whatever number: one that a dead run wrote late would not be found out otherwise.
   */
  private async addUp(
    owner: string,
    span: DaySpan,
    clock: ZonedCalendar,
  ): Promise<Map<string, Map<string, Accumulator>>> {
    const byDay = new Map(span.map((day) => [day, new Map<string, Accumulator>()]));
    const key = {
      day: dayExpression(span, clock),
      location: '$location',
      is_deleted: { $gt: ['$deleted_at', null] },
    };
    const counted = { ...instantsOf(span, clock), locations: null, deleted: true };
    for await (const group of this.reviews.count<CountKey>(owner, counted, key)) {
      const { day, location, is_deleted } = group._id.key;
      const locations = byDay.get(day);
      const rollup = locations?.get(location) ?? noRollup(day, location);
      locations?.set(location, rollup);
      if (is_deleted) continue;
      addGroup(rollup, group);
      widen(rollup, group.first_at, group.last_at);
    }
    return byDay;
  }
}

function noRollup(day: string, location: string | null): Accumulator {
  return { day, location, ...noReviews(), first_at: null, last_at: null };
}

function total(day: string, rollups: Iterable<ReviewRollup>): ReviewRollup {
  const all = noRollup(day, null);
  for (const rollup of rollups) {
    addReviews(all, rollup);
    if (rollup.first_at && rollup.last_at) widen(all, rollup.first_at, rollup.last_at);
  }
  return all;
}

function widen(rollup: Accumulator, first: Date, last: Date): void {
  if (rollup.first_at === null || first < rollup.first_at) rollup.first_at = first;
  if (rollup.last_at === null || last > rollup.last_at) rollup.last_at = last;
}
