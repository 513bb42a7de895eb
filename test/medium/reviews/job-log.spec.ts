import { type INestApplicationContext } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Test } from '@nestjs/testing';
import { ConfigModule } from '@tributary/config';
import { MongoModule } from '@tributary/mongo';
import { RedisModule } from '@tributary/redis';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { JobReviewLog } from '../../../src/reviews/fetching/job-review-log';
import { type ReadLogEntry } from '../../../src/reviews/jobs/job-log';
import { JobLogNotifier } from '../../../src/reviews/jobs/job-log-notifier';
import { ReviewJobLogRepository } from '../../../src/reviews/jobs/review-job-log.repository';
import {
  ReviewJobLogRecord,
  ReviewJobLogSchema,
} from '../../../src/reviews/jobs/review-job-log.schema';
import { type ObservedReview } from '../../../src/reviews/store/stored-review';
import { testEnvironment } from '../../factories/environment';

const LOCATION = 'locations/5';

function reviewOf(number: number): ObservedReview {
  return {
    review_id: `${LOCATION}/reviews/r${number}`,
    location: LOCATION,
    reviewer: { display_name: 'Mai', is_anonymous: false, profile_photo_url: '' },
    rating: 5,
    comment: null,
    reply: null,
    create_time: '2026-01-01T00:00:00Z',
    update_time: '2026-01-01T00:00:00Z',
  };
}

describe('the log of a job', () => {
  const contexts: INestApplicationContext[] = [];
  let logs: ReviewJobLogRepository[];

  beforeAll(async () => {
    const environment = testEnvironment();
    // Two processes, as it were: writers within one wait for each other.
    for (let process = 0; process < 2; process += 1) {
      const context = await Test.createTestingModule({
        imports: [
          ConfigModule.forRoot(environment),
          RedisModule.forRoot(environment.REDIS_URL),
          MongoModule.forRoot(environment.MONGODB_URL),
          MongooseModule.forFeature([
            { name: ReviewJobLogRecord.name, schema: ReviewJobLogSchema },
          ]),
        ],
        providers: [JobLogNotifier, ReviewJobLogRepository],
      }).compile();
      contexts.push(context);
    }
    logs = contexts.map((context) => context.get(ReviewJobLogRepository));
  });
  afterAll(() => Promise.all(contexts.map((context) => context.close())));

  const newJob = () => ({ id: randomUUID(), expires_at: new Date(Date.now() + 3_600_000) });
  const entriesOf = async (jobId: string, afterSeq = 0): Promise<ReadLogEntry[]> => {
    const entries: ReadLogEntry[] = [];
    for await (const entry of (logs[0] as ReviewJobLogRepository).read(jobId, afterSeq)) {
      entries.push(entry);
    }
    return entries;
  };

  it('has numbers without gaps and each key once, whoever writes at the same time', async () => {
    const job = newJob();
    const accountsOf = (start: number) =>
      Array.from({ length: 5 }, (_, index) => ({
        type: 'account' as const,
        data: { account: `accounts/${start + index}`, name: '', type: 'PERSONAL' },
      }));
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        logs[index % 2]!.append(job, accountsOf(Math.floor(index / 2) * 3)),
      ),
    );
    const entries = await entriesOf(job.id);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(entries).toHaveLength(20);
    expect(added.flat().filter(Boolean)).toHaveLength(20);
    expect(await entriesOf(job.id, 15)).toEqual(entries.slice(15));
  });

  it('has each review once, though a worker that was believed dead writes on', async () => {
    const pages = fc.array(fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 8 }), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(pages, pages, async (ofOne, ofOther) => {
        const job = newJob();
        const published = new Set<string>();
        const write = async (
          log: ReviewJobLogRepository,
          toWrite: readonly number[][],
        ): Promise<void> => {
          const opened = await JobReviewLog.open(
            {
              append: (entries) => log.append(job, entries),
              findChunkIds: (location, chunk) => log.findChunkIds(job.id, location, chunk),
            },
            LOCATION,
            (reviews) => {
              for (const { review_id } of reviews) published.add(review_id);
              return Promise.resolve();
            },
          );
          for (const numbers of toWrite) await opened.add(numbers.map(reviewOf));
        };
        await Promise.all([
          write(logs[0] as ReviewJobLogRepository, ofOne),
          write(logs[1] as ReviewJobLogRepository, ofOther),
        ]);
        const chunks = (await entriesOf(job.id)).flatMap((entry) =>
          entry.type === 'reviews' ? [entry.data] : [],
        );
        const logged = chunks.flatMap(({ reviews }) => reviews.map(({ review_id }) => review_id));
        const expected = new Set([...ofOne, ...ofOther].flat().map((n) => reviewOf(n).review_id));
        expect(logged).toHaveLength(expected.size);
        expect(new Set(logged)).toEqual(expected);
        expect(published).toEqual(expected);
        expect(chunks.map(({ chunk }) => chunk)).toEqual(chunks.map((_, index) => index));
      }),
      { numRuns: 100 },
    );
  });
});
