import { ReviewChangeRecorder } from '../../src/reviews/rollups/review-change-recorder.service';
import { ReviewDirtyDayRepository } from '../../src/reviews/rollups/review-dirty-day.repository';
import { startApp, type TestApp } from '../factories/app';
import { Client } from '../factories/client';
import { eventually } from '../factories/eventually';
import { newUser, tokenFor } from '../factories/live-client';
import { putReviews, storedReview, storeReviews } from '../factories/reviews';

let test: TestApp;
let owner: string;
let client: Client;

beforeAll(async () => {
  test = await startApp({ ROLE: 'all', THROTTLE_LIMIT: '1000000' });
});

beforeEach(async () => {
  owner = newUser();
  client = new Client(test.server, await tokenFor(owner));
  await storeReviews(test.app, owner, [review(1)]);
});

const review = (number: number, rating = 4) =>
  storedReview(owner, {
    review_id: `locations/1/reviews/${number}`,
    created: `2026-01-${String(number).padStart(2, '0')}T12:00:00Z`,
    rating,
  });

const PATHS = [
  '/api/v1/reviews',
  '/api/v1/reviews/summary',
  '/api/v1/reviews/time-series?date_from=2026-01-01&date_to=2026-01-31',
  '/api/v1/reviews/distribution/rating',
  '/api/v1/reviews/top/location',
];
const [, SUMMARY = ''] = PATHS;

async function ask(path: string): Promise<{ cache: string; version: number; count: number }> {
  const { headers, body } = await client.get(path).expect(200);
  return {
    cache: headers['x-cache'] as string,
    version: Number(headers['x-data-version']),
    count: (body as { count: number }).count,
  };
}

async function isRolledUp(): Promise<boolean> {
  const days = test.app.get(ReviewDirtyDayRepository, { strict: false });
  return (await days.findIn(owner, { from: null, to: null }, 1)).length === 0;
}

describe('a response about reviews', () => {
  it.each(PATHS)('is made once, kept, and answered 304 while it is the same: %s', async (path) => {
    const made = await client.get(path).expect(200);
    const kept = await client.get(path).expect(200);
    expect([made.headers['x-cache'], kept.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    expect(kept.text).toBe(made.text);
    expect(kept.headers).toMatchObject({
      etag: made.headers.etag as string,
      'x-data-version': made.headers['x-data-version'] as string,
      'cache-control': 'private, no-cache',
    });
    await client
      .get(path)
      .set('If-None-Match', made.headers.etag as string)
      .expect(304);
    await storeReviews(test.app, owner, [review(2)]);
    const later = await client
      .get(path)
      .set('If-None-Match', made.headers.etag as string)
      .expect(200);
    expect(later.headers['x-cache']).toBe('MISS');
    expect(Number(later.headers['x-data-version'])).toBeGreaterThan(
      Number(made.headers['x-data-version']),
    );
  });

  it('is not kept while somebody writes, and always shows what is stored', async () => {
    expect(await ask(SUMMARY)).toMatchObject({ cache: 'MISS', count: 1 });
    await test.app.get(ReviewChangeRecorder, { strict: false }).record(owner, async (announce) => {
      await announce([review(3).created_at]);
      expect(await ask(SUMMARY)).toMatchObject({ cache: 'BYPASS', count: 1 });
      await putReviews(test.app, [review(3)]);
      expect(await ask(SUMMARY)).toMatchObject({ cache: 'BYPASS', count: 2 });
    });
    expect(await ask(SUMMARY)).toMatchObject({ cache: 'MISS', count: 2 });
    expect(await ask(SUMMARY)).toMatchObject({ cache: 'HIT', count: 2 });
  });

  it('is the same before and after a run has rolled the reviews up, and so is its version', async () => {
    const before = await ask(SUMMARY);
    await eventually('the reviews are rolled up', isRolledUp);
    expect({ ...(await ask(SUMMARY)), cache: 'MISS' }).toEqual(before);
    await storeReviews(test.app, owner, [review(4), review(5)]);
    await eventually('the reviews are rolled up again', isRolledUp);
    expect(await ask(SUMMARY)).toMatchObject({ cache: 'MISS', count: 3 });
  });

  it('says up to when it is complete as soon as a fetch has found everything', async () => {
    const { headers } = await client.get(SUMMARY).expect(200);
    expect(headers).not.toHaveProperty('x-data-as-of');
    const recorder = test.app.get(ReviewChangeRecorder, { strict: false });
    await recorder.confirm(owner, new Date('2026-11-18T08:00:00Z'));
    await recorder.confirm(owner, new Date('2026-11-17T08:00:00Z'));
    const later = await client.get(SUMMARY).expect(200);
    expect(later.headers['x-data-as-of']).toBe('2026-11-18T08:00:00.000Z');
  });

  it('of somebody without reviews is one, too', async () => {
    const stranger = new Client(test.server, await tokenFor(newUser()));
    for (const path of PATHS) {
      const { headers } = await stranger.get(path).expect(200);
      expect(headers['x-data-version']).toBe('0');
    }
  });
});
