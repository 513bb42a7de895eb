import fc from 'fast-check';
import { ZonedCalendar } from '@tributary/time-zones';
import { ReviewAggregationService } from '../../../src/reviews/queries/review-aggregation.service';
import { type ReviewAggregation } from '../../../src/reviews/queries/review-aggregation';
import { ReviewBookRepository } from '../../../src/reviews/rollups/review-book.repository';
import { ReviewBookRecord } from '../../../src/reviews/rollups/review-book.schema';
import { ReviewChangeRecorder } from '../../../src/reviews/rollups/review-change-recorder.service';
import { ReviewDirtyDayRepository } from '../../../src/reviews/rollups/review-dirty-day.repository';
import { ReviewRollupRepository } from '../../../src/reviews/rollups/review-rollup.repository';
import { ReviewRollupRecord } from '../../../src/reviews/rollups/review-rollup.schema';
import { figuresOf } from '../../../src/reviews/rollups/review-sums';
import { ReviewRecord } from '../../../src/reviews/store/review.schema';
import { type StoredReview } from '../../../src/reviews/store/stored-review';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { newUser } from '../../factories/live-client';
import { putReviews, storedReview, storeReviews } from '../../factories/reviews';
import { type Asked, bruteForce } from './support/review-reference';
import { ReviewsUnderTest } from './support/reviews-under-test';

const RUNS = { numRuns: 100, endOnFailure: true };
const LOCATIONS = ['locations/1', 'locations/2', 'locations/3'];
const ZONES = ['UTC', 'Asia/Ho_Chi_Minh', 'America/New_York', 'Asia/Kathmandu'];
/** Around a change to summer time in New York. */
const FIRST = Date.parse('2026-02-26T00:00:00Z');
const DAYS = 14;
const MS_PER_DAY = 86_400_000;

interface Edit {
  readonly number: number;
  readonly minute: number;
  readonly rating: number | null;
  readonly respondedAfter: number | null;
  readonly isDeleted: boolean;
}

type Step =
  | {
      readonly do: 'write' | 'die before' | 'die after' | 'die in the middle';
      readonly edits: Edit[];
    }
  | { readonly do: 'write slowly' | 'write as if dead'; readonly edits: Edit[] }
  | { readonly do: 'roll up'; readonly meanwhile?: Edit[]; readonly at?: 'store' | 'clear' }
  | {
      readonly do: 'write across a roll-up';
      readonly edits: Edit[];
      readonly at: 'store' | 'clear';
      readonly seemsDead: boolean;
    }
  | { readonly do: 'die rolling up' }
  | { readonly do: 'overtaken rolling up'; readonly meanwhile: Edit[] }
  | { readonly do: 'time passes' };

const edit: fc.Arbitrary<Edit> = fc.record({
  number: fc.nat(11),
  minute: fc.oneof(
    fc.nat(DAYS * 1440 - 1),
    fc.nat(DAYS - 1).map((day) => day * 1440),
  ),
  rating: fc.option(fc.integer({ min: 1, max: 5 })),
  respondedAfter: fc.option(fc.oneof(fc.integer({ min: -5, max: 300 }), fc.nat(16_000_000))),
  isDeleted: fc.boolean(),
});
const edits = fc.array(edit, { minLength: 1, maxLength: 6 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), edits }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'die before' as const,
        'die after' as const,
        'die in the middle' as const,
      ),
      edits,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('write slowly' as const, 'write as if dead' as const),
      edits,
    }),
  },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'roll up' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('roll up' as const),
      meanwhile: edits,
      at: fc.constantFrom('store' as const, 'clear' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write across a roll-up' as const),
      edits,
      at: fc.constantFrom('store' as const, 'clear' as const),
      seemsDead: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'die rolling up' }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('overtaken rolling up' as const), meanwhile: edits }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'time passes' }) },
);

const day = fc.integer({ min: -2, max: DAYS + 1 }).map(dayText);
const asked: fc.Arbitrary<Asked> = fc.record({
  from: fc.option(day),
  to: fc.option(day),
  zone: fc.constantFrom(...ZONES),
  locations: fc.option(fc.subarray(LOCATIONS)),
  groupBy: fc.oneof(
    fc.constant(null),
    fc.constant('location' as const),
    fc.record({ granularity: fc.constantFrom('day', 'week', 'month', 'year') }),
  ),
});

function dayText(number: number): string {
  return new Date(FIRST + number * MS_PER_DAY).toISOString().slice(0, 10);
}

let reviews: ReviewsUnderTest;

beforeAll(async () => {
  reviews = await ReviewsUnderTest.start({ REVIEW_TIME_ZONE: 'Asia/Ho_Chi_Minh' });
});

afterEach(() => jest.restoreAllMocks());

/** An owner whose reviews a test knows, whatever happens to who writes and who rolls up. */
class Shop {
  readonly owner = newUser();
  readonly known = new Map<string, StoredReview>();
  /** Days change only with the first version: Google does not change when a review was created. */
  private readonly created = new Map<number, string>();

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'write':
        return this.write(step.edits);
      case 'write slowly':
        return this.writeAround(step.edits, () => this.rollUp());
      case 'write as if dead':
        return this.writeAround(step.edits, async () => {
          await this.expire();
          await this.rollUp();
        });
      case 'die before':
        return this.die(() => Promise.resolve(), this.changed(step.edits, false));
      case 'die after':
        return this.die(putReviews, this.changed(step.edits));
      case 'die in the middle': {
        const [first, ...others] = this.changed(step.edits, false);
        if (!first) return;
        this.known.set(first.review_id, first);
        return this.die((app) => putReviews(app, [first]), [first, ...others]);
      }
      case 'roll up':
        if (step.meanwhile && step.at)
          this.interrupt(step.at, () => this.write(step.meanwhile ?? []));
        return this.rollUp();
      case 'write across a roll-up':
        return this.writeAcross(step);
      case 'die rolling up':
        return reviews.rollUp(this.owner, 1).catch(() => undefined);
      case 'overtaken rolling up':
        this.interrupt('store', async () => {
          await this.write(step.meanwhile);
          await this.rollUp();
        });
        // Its late write is refused, unless there was nothing to be late with.
        return this.rollUp().catch((error: unknown) =>
          expect(error).toMatchObject({ code: 'CLAIM_LOST' }),
        );
      case 'time passes':
        return this.expire();
    }
  }

  /** The answer from roll-ups, from reviews, and from what the test knows. */
  async compare(asked: Asked): Promise<void> {
    const service = reviews.get(ReviewAggregationService);
    const { from, to, zone, locations, groupBy } = asked;
    if (from !== null && to !== null && from > to) return;
    const book = await reviews.get(ReviewBookRepository).find(this.owner);
    const selection = {
      owner: this.owner,
      book,
      range: { from, to },
      clock: ZonedCalendar.ofOrUtc(zone),
      locations,
      groupBy,
    };
    const expected = bruteForce(this.known.values(), asked);
    expect({ scan: shown(await service.scan(selection)) }).toEqual({ scan: expected });
    expect({ rollUps: shown(await service.aggregate(selection)) }).toEqual({ rollUps: expected });
  }

  /** How many reviews the answer counts. */
  async count(locations: readonly string[] | null = null): Promise<number> {
    const book = await reviews.get(ReviewBookRepository).find(this.owner);
    const sums = await reviews.get(ReviewAggregationService).aggregate({
      owner: this.owner,
      book,
      range: { from: null, to: null },
      clock: ZonedCalendar.ofOrUtc('UTC'),
      locations,
      groupBy: null,
    });
    return sums.total().count;
  }

  /** Whether no day is dirty: then all is answered from roll-ups. */
  async isClean(): Promise<boolean> {
    const everything = { from: null, to: null };
    const dirty = await reviews.get(ReviewDirtyDayRepository).findIn(this.owner, everything, 1);
    const book = await reviews.get(ReviewBookRepository).find(this.owner);
    return dirty.length === 0 && (book?.changes.length ?? 0) === 0;
  }

  rollUp(): Promise<void> {
    return reviews.rollUp(this.owner);
  }

  /** Whoever announced a change and did not come back is taken for dead. */
  async expire(): Promise<void> {
    const books = reviews.app.get<Model<ReviewBookRecord>>(getModelToken(ReviewBookRecord.name), {
      strict: false,
    });
    await books.updateOne({ user_id: this.owner }, { $set: { 'changes.$[].until': new Date(0) } });
  }

  private write(edits: readonly Edit[]): Promise<void> {
    // In pages of one: more than are announced at a time.
    return storeReviews(reviews.app, this.owner, this.changed(edits), 1);
  }

  /** Something happens between the announcement of a change and its write. */
  private async writeAround(edits: readonly Edit[], happen: () => Promise<void>): Promise<void> {
    const changed = this.changed(edits);
    await reviews.get(ReviewChangeRecorder).record(this.owner, async (announce) => {
      await announce(changed.map(({ created_at }) => created_at));
      await happen();
      await putReviews(reviews.app, changed);
    });
  }

  /** A write that was announced before a run of roll-ups ends in the middle of that. */
  private async writeAcross({
    edits,
    at,
    seemsDead,
  }: Extract<Step, { do: 'write across a roll-up' }>): Promise<void> {
    const changed = this.changed(edits);
    const announced = signal();
    const mayWrite = signal();
    const writing = reviews.get(ReviewChangeRecorder).record(this.owner, async (announce) => {
      await announce(changed.map(({ created_at }) => created_at));
      announced.give();
      await mayWrite.given;
      await putReviews(reviews.app, changed);
    });
    await announced.given;
    const write = (): Promise<void> => {
      mayWrite.give();
      return writing;
    };
    if (seemsDead) await this.expire();
    this.interrupt(at, write);
    await this.rollUp();
    await write();
  }

  private async die(put: typeof putReviews, changed: StoredReview[]): Promise<void> {
    const dying = reviews.get(ReviewChangeRecorder).record(this.owner, async (announce) => {
      await announce(changed.map(({ created_at }) => created_at));
      await put(reviews.app, changed);
      throw new Error('The worker died');
    });
    await expect(dying).rejects.toThrow('The worker died');
  }

  /** Has something happen just before the next roll-ups are stored, or days are called clean. */
  private interrupt(at: 'store' | 'clear', happen: () => Promise<void>): void {
    const once = (object: object, name: string): void => {
      const target = object as Record<string, (...args: unknown[]) => Promise<unknown>>;
      const original = target[name]!.bind(object);
      jest.spyOn(target, name).mockImplementationOnce(async (...args) => {
        jest.restoreAllMocks();
        await happen();
        return original(...args);
      });
    };
    if (at === 'store') once(reviews.get(ReviewRollupRepository), 'store');
    else once(reviews.get(ReviewDirtyDayRepository), 'clear');
  }

  private changed(edits: readonly Edit[], isWritten = true): StoredReview[] {
    const changed = edits.map((one) => this.edited(one));
    const latest = [...new Map(changed.map((review) => [review.review_id, review])).values()];
    if (isWritten) for (const review of latest) this.known.set(review.review_id, review);
    return latest;
  }

  private edited({ number, minute, rating, respondedAfter, isDeleted }: Edit): StoredReview {
    const created = this.created.get(number) ?? new Date(FIRST + minute * 60_000).toISOString();
    this.created.set(number, created);
    const repliedAt = new Date(Date.parse(created) + (respondedAfter ?? 0) * 60_000);
    return storedReview(this.owner, {
      review_id: `${LOCATIONS[number % LOCATIONS.length]}/reviews/${number}`,
      created,
      rating,
      reply: respondedAfter === null ? null : ['Cảm ơn!', repliedAt.toISOString()],
      ...(isDeleted ? { deleted: '2026-11-18T00:00:00Z' } : {}),
    });
  }
}

function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

function shown({ groups }: ReviewAggregation): object {
  return Object.fromEntries([...groups].map(([name, sums]) => [name, figuresOf(sums)]));
}

describe('sums of reviews', () => {
  it('Feature: review-fetcher, sums from roll-ups equal those from reviews and by brute force, after every edit, reply, deletion, death and overtaken run', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, asked), { minLength: 3, maxLength: 10 }),
        fc.array(asked, { minLength: 3, maxLength: 3 }),
        async (steps, last) => {
          const shop = new Shop();
          for (const [taken, question] of steps) {
            await shop.take(taken);
            jest.restoreAllMocks();
            await shop.compare(question);
          }
          await shop.expire();
          await shop.rollUp();
          expect(await shop.isClean()).toBe(true);
          for (const question of last) await shop.compare(question);
        },
      ),
      RUNS,
    );
  });

  it('are read from roll-ups where days are clean, and only there', async () => {
    const shop = new Shop();
    const minute = 3 * 1440;
    const first = { minute, rating: 5, respondedAfter: null, isDeleted: false };
    await shop.take({ do: 'write', edits: [{ ...first, number: 1 }] });
    await shop.rollUp();
    const rollups = reviews.app.get<Model<ReviewRollupRecord>>(
      getModelToken(ReviewRollupRecord.name),
      { strict: false },
    );
    await rollups.updateMany({ user_id: shop.owner }, { $set: { count: 7 } });
    expect(await shop.count()).toBe(7);
    await shop.take({ do: 'write', edits: [{ ...first, number: 2 }] });
    expect(await shop.count()).toBe(2);
    await shop.rollUp();
    expect(await shop.count()).toBe(2);
  });

  it('are those of the reviews that are left when others were removed altogether', async () => {
    const shop = new Shop();
    const first = { minute: 0, rating: 5, respondedAfter: null, isDeleted: false };
    await shop.take({ do: 'write', edits: [1, 2, 3].map((number) => ({ ...first, number })) });
    await shop.rollUp();
    const stored = reviews.app.get<Model<ReviewRecord>>(getModelToken(ReviewRecord.name), {
      strict: false,
    });
    await reviews.get(ReviewChangeRecorder).record(shop.owner, async (announce) => {
      await announce([new Date(FIRST)]);
      await stored.deleteMany({ user_id: shop.owner, location: { $ne: 'locations/1' } });
    });
    await shop.rollUp();
    expect(await shop.isClean()).toBe(true);
    expect(await shop.count()).toBe(1);
    expect(await shop.count(['locations/2', 'locations/3'])).toBe(0);
  });
});
