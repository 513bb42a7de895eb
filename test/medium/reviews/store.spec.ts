import { type INestApplicationContext } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Test } from '@nestjs/testing';
import { MongoModule } from '@tributary/mongo';
import fc from 'fast-check';
import { type Observation, ReviewRepository } from '../../../src/reviews/store/review.repository';
import { ReviewRecord, ReviewSchema } from '../../../src/reviews/store/review.schema';
import { type ObservedReview } from '../../../src/reviews/store/stored-review';
import { testEnvironment } from '../../factories/environment';
import { newUser } from '../../factories/live-client';

const START = Date.UTC(2026, 0, 1);
const nothing = (): Promise<void> => Promise.resolve();

function review(number: number, edition: number): ObservedReview {
  return {
    review_id: `locations/5/reviews/r${number}`,
    location: 'locations/5',
    reviewer: { display_name: 'Mai', is_anonymous: false, profile_photo_url: '' },
    rating: (edition % 5) + 1,
    comment: `Edition ${edition}`,
    reply: null,
    create_time: new Date(START).toISOString(),
    update_time: new Date(START + edition * 1000).toISOString(),
  };
}

/** A page that showed some reviews through an account, when their last edit was that one. */
interface PlannedPage {
  readonly account: number;
  readonly numbers: readonly number[];
}

const page: fc.Arbitrary<PlannedPage> = fc.record({
  account: fc.integer({ min: 1, max: 3 }),
  numbers: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 6 }),
});
/** Pages in the order in which Google was asked for them, and in which they are stored. */
const pages = fc.array(page, { minLength: 1, maxLength: 8 }).chain((asked) =>
  fc.record({
    asked: fc.constant(asked),
    stored: fc.shuffledSubarray([...asked.keys()], { minLength: asked.length }),
    editedAfter: fc.array(fc.nat(8), { maxLength: 3 }),
  }),
);

describe('the repository of reviews', () => {
  let context: INestApplicationContext;
  let reviews: ReviewRepository;

  beforeAll(async () => {
    context = await Test.createTestingModule({
      imports: [
        MongoModule.forRoot(testEnvironment().MONGODB_URL),
        MongooseModule.forFeature([{ name: ReviewRecord.name, schema: ReviewSchema }]),
      ],
      providers: [ReviewRepository],
    }).compile();
    reviews = context.get(ReviewRepository);
  });
  afterAll(() => context.close());

  const observation = (owner: string, changes: Partial<Observation>): Observation => ({
    owner,
    account: 'accounts/1',
    seenBy: 'job-1',
    seenAt: new Date(START),
    reviews: [review(1, 1)],
    ...changes,
  });
  const at = (seconds: number): Date => new Date(START + seconds * 1000);

  it('Feature: review-fetcher, Property 1: overlapping pages of several accounts are the set of their reviews, in whatever order they are stored', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async ({ asked, stored, editedAfter }) => {
        const owner = newUser();
        const editionAt = (index: number): number =>
          editedAfter.filter((edited) => edited < index).length;
        const observe = (index: number): Promise<unknown> => {
          const { account, numbers } = asked[index] as PlannedPage;
          return reviews.store(
            observation(owner, {
              account: `accounts/${account}`,
              seenAt: at(index),
              reviews: numbers.map((number) => review(number, editionAt(index))),
            }),
            nothing,
          );
        };
        // Half of them at once, as two jobs of an owner would.
        for (let next = 0; next < stored.length; next += 2) {
          await Promise.all(stored.slice(next, next + 2).map(observe));
        }
        await observe(stored[0] as number);

        for (let number = 0; number < 10; number += 1) {
          const showing = [...asked.keys()].filter((index) =>
            asked[index]?.numbers.includes(number),
          );
          const found = await reviews.find(owner, `locations/5/reviews/r${number}`);
          const last = showing.at(-1);
          if (last === undefined) {
            expect(found).toBeUndefined();
            continue;
          }
          const accounts = new Set(showing.map((index) => `accounts/${asked[index]?.account}`));
          expect(new Set(found?.accounts)).toEqual(accounts);
          expect(found?.accounts).toHaveLength(accounts.size);
          expect(found).toMatchObject(review(number, editionAt(last)));
          expect(found?.last_seen_at).toEqual(at(last));
          expect(found?.history).toHaveLength((found?.version ?? 0) - 1);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('tells what a job found new or changed, again after a kill', async () => {
    const owner = newUser();
    const first = observation(owner, { reviews: [review(1, 1), review(2, 1)] });
    expect(await reviews.store(first, nothing)).toEqual(['new', 'new']);
    expect(await reviews.store(first, nothing)).toEqual(['new', 'new']);
    const second = observation(owner, {
      seenBy: 'job-2',
      seenAt: at(1),
      reviews: [review(1, 2), review(2, 1)],
    });
    expect(await reviews.store(second, nothing)).toEqual(['changed', 'unchanged']);
    expect(await reviews.store(second, nothing)).toEqual(['changed', 'unchanged']);
    expect(await reviews.find(owner, review(1, 1).review_id)).toMatchObject({
      version: 2,
      history: [{ version: 1, rating: 2, comment: 'Edition 1', seen_at: at(0) }],
    });
  });

  it('keeps the newest hundred versions', async () => {
    const owner = newUser();
    for (let edition = 0; edition < 105; edition += 1) {
      const changed = { seenAt: at(edition), reviews: [review(1, edition)] };
      await reviews.store(observation(owner, changed), nothing);
    }
    const found = await reviews.find(owner, review(1, 1).review_id);
    expect(found?.version).toBe(105);
    expect(found?.history.map(({ version }) => version)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 5),
    );
  });

  it('says beforehand which days change, and only then', async () => {
    const owner = newUser();
    const told: Date[][] = [];
    const tell = (days: readonly Date[]): Promise<void> => {
      told.push([...days]);
      return Promise.resolve();
    };
    await reviews.store(observation(owner, {}), tell);
    await reviews.store(observation(owner, { seenAt: at(1) }), tell);
    expect(told).toEqual([[at(0)]]);
    expect(await reviews.markDeleted(owner, review(1, 1).review_id, at(2), tell)).toBe(true);
    expect(told).toHaveLength(2);
  });

  it('marks no review as deleted that was seen later, and restores one that is seen again', async () => {
    const owner = newUser();
    const { review_id } = review(1, 1);
    await reviews.store(observation(owner, { seenAt: at(5) }), nothing);
    expect(await reviews.markDeleted(owner, review_id, at(4), nothing)).toBe(false);
    expect(await reviews.markDeleted(owner, review_id, at(6), nothing)).toBe(true);
    // A worker that was believed dead writes a page from before.
    await reviews.store(observation(owner, { seenAt: at(5.5) }), nothing);
    expect(await reviews.find(owner, review_id)).toMatchObject({ deleted_at: at(6) });
    await reviews.store(observation(owner, { seenAt: at(7) }), nothing);
    expect(await reviews.find(owner, review_id)).toMatchObject({ deleted_at: null });
  });

  it('finds the reviews of a location that were not seen since', async () => {
    const owner = newUser();
    await reviews.store(observation(owner, { reviews: [review(1, 1), review(2, 1)] }), nothing);
    await reviews.store(observation(owner, { seenAt: at(9) }), nothing);
    const unseen: string[] = [];
    for await (const id of reviews.findUnseen(owner, 'locations/5', at(9))) unseen.push(id);
    expect(unseen).toEqual(['locations/5/reviews/r2']);
  });
});
