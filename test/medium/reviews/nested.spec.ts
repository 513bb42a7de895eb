import { type INestApplicationContext } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Test } from '@nestjs/testing';
import { ConfigModule } from '@tributary/config';
import { MongoModule } from '@tributary/mongo';
import { RedisModule } from '@tributary/redis';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { type JobLogEntry } from '../../../src/reviews/jobs/job-log';
import { JobLogNotifier } from '../../../src/reviews/jobs/job-log-notifier';
import { ReviewJobLogRepository } from '../../../src/reviews/jobs/review-job-log.repository';
import {
  ReviewJobLogRecord,
  ReviewJobLogSchema,
} from '../../../src/reviews/jobs/review-job-log.schema';
import { nestedJson } from '../../../src/reviews/nested/nested-json';
import { type ObservedReview } from '../../../src/reviews/store/stored-review';
import { testEnvironment } from '../../factories/environment';

/** What Google shows: which account shows which location, and the reviews of each location. */
interface World {
  readonly accounts: readonly number[];
  readonly shows: readonly (readonly [account: number, location: number])[];
  /** The sizes of the chunks in which the reviews of a location were listed. */
  readonly chunks: ReadonlyMap<number, readonly number[]>;
}

interface Nested {
  readonly job_id: string;
  readonly accounts: readonly {
    readonly account: string;
    readonly name: string;
    readonly locations: readonly {
      readonly location: string;
      readonly title: string;
      readonly reviews: readonly ObservedReview[];
    }[];
  }[];
}

const HEAD = { status: 'succeeded', outcome: 'complete' } as const;
/** Names of which one begins as another does, such as 1, 11 and 110. */
const number = fc.constantFrom(1, 2, 5, 11, 50, 55, 110, 511);
const TEXT = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('"],"reviews":[{"\\u0000'));

const world: fc.Arbitrary<World> = fc
  .record({
    accounts: fc.uniqueArray(number, { maxLength: 4 }),
    locations: fc.uniqueArray(number, { maxLength: 6 }),
  })
  .chain(({ accounts, locations }) => {
    const pairs = accounts.flatMap((account) =>
      locations.map((location) => [account, location] as const),
    );
    const sizes = fc.array(fc.nat(4), { maxLength: 13 });
    return fc.record({
      accounts: fc.constant(accounts),
      shows: fc.subarray(pairs),
      chunks: fc
        .tuple(...locations.map(() => sizes))
        .map((all) => new Map(locations.map((location, at) => [location, all[at] ?? []]))),
    });
  });

function reviewsOf(location: number, sizes: readonly number[], text: string): ObservedReview[][] {
  let count = 0;
  return sizes.map((size) =>
    Array.from({ length: size }, () => {
      count += 1;
      return {
        review_id: `locations/${location}/reviews/r${count}`,
        location: `locations/${location}`,
        reviewer: { display_name: text, is_anonymous: false, profile_photo_url: '' },
        rating: (count % 5) + 1,
        comment: text,
        create_time: '2026-01-01T00:00:00.000001Z',
        update_time: '2026-01-01T00:00:00.000001Z',
        reply: null,
      };
    }),
  );
}

/** The log of a job that saw this, in an order in which it can have been written. */
function entriesOf(
  { accounts, shows, chunks }: World,
  text: string,
): readonly (readonly JobLogEntry[])[] {
  const seen = new Set(shows.map(([, location]) => location));
  return [
    accounts.map((id): JobLogEntry => ({
      type: 'account',
      data: { account: `accounts/${id}`, name: text, type: 'LOCATION_GROUP' },
    })),
    ...shows.map(([account, location]): JobLogEntry[] => [
      {
        type: 'location',
        data: {
          account: `accounts/${account}`,
          location: `locations/${location}`,
          title: text,
          address: null,
        },
      },
    ]),
    ...[...chunks].flatMap(([location, sizes]) =>
      reviewsOf(location, seen.has(location) ? sizes : [], text).map(
        (reviews, chunk): JobLogEntry[] => [
          { type: 'reviews', data: { location: `locations/${location}`, chunk, reviews } },
        ],
      ),
    ),
  ];
}

/** What the log comes to, with everything in memory. */
function nestedByForce(entries: readonly JobLogEntry[]): unknown {
  const ofType = <Type extends JobLogEntry['type']>(type: Type) =>
    entries.filter((entry): entry is Extract<JobLogEntry, { type: Type }> => entry.type === type);
  const reviewsOfLocation = (location: string) =>
    ofType('reviews')
      .filter(({ data }) => data.location === location)
      .sort((a, b) => a.data.chunk - b.data.chunk)
      .flatMap(({ data }) => data.reviews);
  return ofType('account')
    .map(({ data: { account, name } }) => ({
      account,
      name,
      locations: ofType('location')
        .filter(({ data }) => data.account === account)
        .map(({ data: { location, title } }) => ({
          location,
          title,
          reviews: reviewsOfLocation(location),
        }))
        .sort((a, b) => (a.location < b.location ? -1 : 1)),
    }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
}

describe('the nested output', () => {
  let context: INestApplicationContext;
  let log: ReviewJobLogRepository;

  beforeAll(async () => {
    const environment = testEnvironment();
    context = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(environment),
        RedisModule.forRoot(environment.REDIS_URL),
        MongoModule.forRoot(environment.MONGODB_URL),
        MongooseModule.forFeature([{ name: ReviewJobLogRecord.name, schema: ReviewJobLogSchema }]),
      ],
      providers: [JobLogNotifier, ReviewJobLogRepository],
    }).compile();
    await context.init();
    log = context.get(ReviewJobLogRepository);
  });
  afterAll(() => context.close());

  async function nestedOf(jobId: string): Promise<Nested> {
    let json = '';
    const source = {
      head: { job_id: jobId, ...HEAD },
      accounts: () => log.readAccounts(jobId),
      locations: (account: string) => log.readLocations(jobId, account),
      chunks: (location: string) => log.readChunks(jobId, location),
      proof: () => Promise.resolve(undefined),
    };
    for await (const text of nestedJson(source)) json += text;
    return JSON.parse(json) as Nested;
  }

  it('Feature: review-fetcher, Property 3: nested output equals a brute-force nesting of what the job saw', async () => {
    const expires_at = new Date(Date.now() + 3_600_000);
    await fc.assert(
      fc.asyncProperty(world, TEXT, async (seen, text) => {
        const [job, other] = [randomUUID(), randomUUID()];
        const entries = entriesOf(seen, text);
        for (const together of entries) {
          await log.append({ id: job, expires_at }, together);
          // Another job that saw some of the same, and a step that was done again.
          await log.append({ id: other, expires_at }, together.slice(0, 1));
          await log.append({ id: job, expires_at }, together);
        }
        const { job_id, accounts } = await nestedOf(job);
        expect(job_id).toBe(job);
        const compared = accounts.map(({ account, name, locations }) => ({
          account,
          name,
          locations: locations.map(({ location, title, reviews }) => ({
            location,
            title,
            reviews,
          })),
        }));
        expect(compared).toEqual(nestedByForce(entries.flat()));
      }),
      { numRuns: 100 },
    );
  });
});
