import { type INestApplicationContext } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Test } from '@nestjs/testing';
import { MongoModule } from '@tributary/mongo';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { ReviewSlotRepository } from '../../../src/reviews/jobs/review-slot.repository';
import {
  ReviewSlotRecord,
  ReviewSlotSchema,
  ReviewUserSlotsRecord,
  ReviewUserSlotsSchema,
} from '../../../src/reviews/jobs/review-slot.schema';
import { testEnvironment } from '../../factories/environment';
import { newUser } from '../../factories/live-client';
import { ReviewApp } from '../../factories/review-app';

const PATH = '/api/v1/review-fetch';

describe('the slots of waiting jobs', () => {
  let context: INestApplicationContext;
  let slots: ReviewSlotRepository;

  beforeAll(async () => {
    context = await Test.createTestingModule({
      imports: [
        MongoModule.forRoot(testEnvironment().MONGODB_URL),
        MongooseModule.forFeature([
          { name: ReviewSlotRecord.name, schema: ReviewSlotSchema },
          { name: ReviewUserSlotsRecord.name, schema: ReviewUserSlotsSchema },
        ]),
      ],
      providers: [ReviewSlotRepository],
    }).compile();
    slots = context.get(ReviewSlotRepository);
  });
  afterAll(() => context.close());

  it('Feature: review-fetcher, Property 5: are never more than their number, however many ask at once', async () => {
    const round = fc.record({ asking: fc.nat(12), freed: fc.nat(6) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(round, { minLength: 1, maxLength: 4 }),
        async (size, rounds) => {
          const user = newUser();
          const held: string[] = [];
          for (const { asking, freed } of rounds) {
            const jobs = Array.from({ length: asking }, () => randomUUID());
            const taken = await Promise.all(
              jobs.map(async (job) => [
                await slots.take(user, job, size, new Date()),
                await slots.takeOfUser(user, job, size, new Date()),
              ]),
            );
            for (const which of [0, 1]) {
              const count = taken.filter((both) => both[which]).length;
              expect(count).toBe(Math.min(asking, size - held.length));
            }
            // A job has one slot of each kind, or none.
            const both = jobs.filter((_, index) => taken[index]?.every(Boolean));
            for (const job of jobs) if (!both.includes(job)) await slots.free(user, job);
            held.push(...both);
            expect(await slots.countTaken()).toBe(held.length);
            for (const job of held.splice(0, freed)) {
              expect(await slots.free(user, job)).toBe(true);
              expect(await slots.free(user, job)).toBe(false);
            }
          }
          for (const job of held) await slots.free(user, job);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the buffer', () => {
  it('refuses with 429 and Retry-After before anything is stored, and takes more when one left it', async () => {
    const app = await ReviewApp.start({
      ROLE: 'api',
      REVIEW_BUFFER_SIZE: '4',
      REVIEW_JOBS_PER_USER: '3',
    });
    const [user, other] = [newUser(), newUser()];
    const [client, another] = [await app.client(user), await app.client(other)];
    const token = app.token();
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => client.post(PATH, { access_token: token })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429, 429, 429]);
    await another.post(PATH, { access_token: token }).expect(202);
    const refused = await another.post(PATH, { access_token: token }).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const name of ['review_jobs', 'runs']) {
      expect(await app.store.collection(name).countDocuments()).toBe(4);
    }
    const { text } = await client.get('/metrics');
    expect(text).toContain('tributary_review_jobs_enqueued_total 4');
    expect(text).toContain('tributary_review_jobs_rejected_total 7');
    expect(text).toContain('tributary_review_jobs_waiting 4');

    const accepted = answers.find(({ status }) => status === 202)?.body as { job_id: string };
    await client.delete(`${PATH}/${accepted.job_id}`).expect(202);
    await another.post(PATH, { access_token: token }).expect(202);
    expect((await client.get('/metrics')).text).toContain('tributary_review_jobs_dequeued_total 1');
  });

  it('reclaims the slots of jobs that were never stored', async () => {
    const app = await ReviewApp.start({ ROLE: 'api', REVIEW_BUFFER_SIZE: '2' });
    const client = await app.client(newUser());
    const slots = app.test.app.get(ReviewSlotRepository, { strict: false });
    const long = new Date(Date.now() - 3_600_000);
    for (const job of ['lost-1', 'lost-2']) await slots.take('user-gone', job, 2, long);
    await client.post(PATH, { access_token: app.token() }).expect(202);
  });
});
