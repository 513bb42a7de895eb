import { type BusinessLocationDefinition, addSampleData } from '@tributary/google-emulator';
import { ReplayService } from '@tributary/pipeline';
import { accountWith, locationWith } from '../factories/business';
import { type Client } from '../factories/client';
import { eventually } from '../factories/eventually';
import { LiveClient, newUser } from '../factories/live-client';
import { ReviewApp } from '../factories/review-app';

const PATH = '/api/v1/review-fetch';
const NOBODYS = '00000000-0000-4000-8000-000000000000';

let app: ReviewApp;
let user: string;
let client: Client;
let ids = 100;

beforeAll(async () => {
  app = await ReviewApp.start();
});
beforeEach(async () => {
  user = newUser();
  client = await app.client(user);
});
afterEach(() => {
  app.emulator.business.setScenario({ reviewsOnlyOnFirstPage: false, loseEvery: 0 });
  app.emulator.faults.clear();
  app.emulator.quotas.switchOff();
});

const newId = (): string => String(ids++);

/** A merchant whom only this test knows, with one account for each list of locations. */
function merchant(...accounts: (readonly BusinessLocationDefinition[])[]): string {
  const email = `${newUser()}@shop.example`;
  app.emulator.accounts.addUser(email);
  for (const locations of accounts) {
    app.emulator.business.add({ ...accountWith(newId(), locations), members: [email] });
  }
  return email;
}

describe('fetching reviews', () => {
  it('fetches every review of the sample shop, each location with its proof', async () => {
    const { businessUser } = addSampleData(app.emulator);
    const events = await LiveClient.following(app.test.url, user);
    const { body } = await client
      .post(PATH, { access_token: app.token({ email: businessUser.email }) })
      .expect(202);
    const { job_id } = body as { job_id: string };
    expect(body).toEqual({ job_id, status: 'queued', message: 'Job enqueued for processing' });
    const job = await app.reaches(client, job_id, 'succeeded');
    expect(job).toMatchObject({ outcome: 'complete', error: null });
    expect(job.stages).toMatchObject({
      accounts: { total: 3, done: 3 },
      locations: { total: 12, done: 12 },
      locations_incomplete: 0,
      reviews: { listed: 3005, missing: 0, added: 3005, changed: 0, deleted: 0 },
    });
    for (const { listed, expected, missing, complete, reason } of job.locations) {
      expect({ listed, missing, complete, reason }).toEqual({
        listed: expected,
        missing: 0,
        complete: true,
        reason: null,
      });
    }
    expect(await app.reviews(user)).toHaveLength(3005);
    await events.hears('reviews:fetch:completed');
    const names = events.events.map(({ name }) => name);
    expect(names.filter((name) => name !== 'reviews:fetch:progress')).toEqual([
      'reviews:fetch:started',
      'reviews:fetch:completed',
    ]);
    expect(events.events.at(-1)?.message).toMatchObject({ job_id, result: { reviews: 3005 } });
    const { body: list } = await client.get(PATH).expect(200);
    expect(list).toMatchObject({ total: 1, data: [{ job_id, status: 'succeeded' }] });
  });

  it('stores a location that two accounts show once, and lists it once', async () => {
    const location = locationWith(newId(), 7);
    const email = merchant([location], []);
    app.emulator.business.shareLocation(String(ids - 1), location.id);
    app.emulator.log.clear();
    const job = await app.fetch(client, app.token({ email }));
    expect(job).toMatchObject({ outcome: 'complete', stages: { locations: { total: 1 } } });
    const accounts = [`accounts/${ids - 2}`, `accounts/${ids - 1}`];
    expect([...(job.locations[0]?.accounts ?? [])].sort()).toEqual(accounts);
    expect(await app.reviews(user)).toHaveLength(7);
    const listings = app.emulator.log.entries().filter(({ path }) => path.includes('/reviews'));
    expect(listings).toHaveLength(1);
  });

  it('says how many reviews are missing when Google lists none from page 2 on', async () => {
    app.emulator.business.setScenario({ reviewsOnlyOnFirstPage: true });
    const email = merchant([locationWith(newId(), 400)]);
    const job = await app.fetch(client, app.token({ email }));
    const stored = await app.reviews(user);
    expect(job).toMatchObject({
      status: 'succeeded',
      outcome: 'partial',
      stages: { locations_incomplete: 1 },
    });
    expect(job.locations).toMatchObject([
      {
        expected: 400,
        listed: stored.length,
        missing: 400 - stored.length,
        complete: false,
        reason: 'fewer_than_total',
      },
    ]);
    expect(stored.length).toBeLessThan(400);
  });

  it('loses nothing when reviews are added and deleted while they are listed', async () => {
    const location = locationWith(newId(), 120);
    const email = merchant([location]);
    app.emulator.business.changeBetweenPages(location.id, {
      afterPage: 1,
      add: [{ stars: 2, reviewId: 'came' }],
      remove: [`${location.id}-119`],
    });
    const job = await app.fetch(client, app.token({ email }));
    expect(job.locations).toMatchObject([{ expected: 120, missing: 0, complete: true }]);
    const stored = await app.reviews(user);
    const living = stored.filter(({ deleted_at }) => deleted_at === null);
    expect(living).toHaveLength(120);
    expect(living.some(({ review_id }) => review_id.endsWith('/came'))).toBe(true);
    expect(stored.filter(({ deleted_at }) => deleted_at !== null)).toMatchObject([
      { review_id: `locations/${location.id}/reviews/${location.id}-119` },
    ]);
  });

  it('keeps the history of an edited review, and marks a deleted one', async () => {
    const location = locationWith(newId(), 3);
    const email = merchant([location]);
    await app.fetch(client, app.token({ email }));
    const { business } = app.emulator;
    business.editReview(location.id, `${location.id}-1`, { stars: 5, comment: 'Better now' });
    business.removeReview(location.id, `${location.id}-0`);
    const job = await app.fetch(client, app.token({ email }));
    expect(job.stages.reviews).toEqual({
      listed: 2,
      missing: 0,
      added: 0,
      changed: 1,
      deleted: 1,
    });
    expect(await app.reviews(user)).toMatchObject([
      { version: 1, deleted_at: expect.any(Date) },
      {
        version: 2,
        rating: 5,
        comment: 'Better now',
        history: [{ version: 1, rating: 2, comment: null }],
        deleted_at: null,
      },
      { version: 1, deleted_at: null },
    ]);
  });

  it('fails the location that is not verified, and no other', async () => {
    const email = merchant([locationWith('701', 3), locationWith('702', 4, { verified: false })]);
    const job = await app.fetch(client, app.token({ email }));
    expect(job).toMatchObject({ status: 'succeeded', outcome: 'partial' });
    expect(job.locations).toMatchObject([
      { location: 'locations/701', state: 'done', complete: true, error_code: null },
      { location: 'locations/702', state: 'failed', error_code: 'LOCATION_NOT_VERIFIED' },
    ]);
  });

  it('fails at once when the project has a quota of zero', async () => {
    const email = merchant([locationWith(newId(), 3)]);
    app.emulator.quotas.forbid('accountManagement');
    app.emulator.log.clear();
    const job = await app.fetch(client, app.token({ email }));
    expect(job).toMatchObject({ status: 'failed', outcome: 'failed' });
    expect(job.error).toMatchObject({ code: 'GOOGLE_QUOTA_ZERO' });
    const asked = app.emulator.log.entries().filter(({ path }) => path.startsWith('/v1/accounts'));
    expect(asked).toHaveLength(1);
  });

  it('tries again what failed for a moment', async () => {
    const email = merchant([locationWith(newId(), 60)]);
    app.emulator.faults.add({ kind: 'status', status: 503, path: /reviews/, times: 2 });
    const job = await app.fetch(client, app.token({ email }));
    expect(job).toMatchObject({ outcome: 'complete', stages: { reviews: { listed: 60 } } });
  });
});

describe('the access token', () => {
  it('is refused when it is missing, blank, no token, unknown or without the scope', async () => {
    const noScope = app.token({ scopes: ['openid'] });
    for (const body of [{}, { access_token: ' ' }, { access_token: 7 }, { access_token: null }]) {
      const { body: answer } = await client.post(PATH, body).expect(400);
      expect((answer as { detail: string }).detail).toMatch(/access_token/);
    }
    await client.post(PATH).expect(400);
    const expired = await client.post(PATH, { access_token: 'ya29.unknown' }).expect(400);
    expect((expired.body as { detail: string }).detail).toMatch(/expired/);
    const narrow = await client.post(PATH, { access_token: noScope }).expect(400);
    expect((narrow.body as { detail: string }).detail).toMatch(/business\.manage/);
    expect(await app.store.collection('review_jobs').countDocuments({ user_id: user })).toBe(0);
    expect(await app.store.collection('runs').countDocuments({ owner: user })).toBe(0);
  });

  it('may expire in the middle: with another one of the same user the job goes on', async () => {
    const email = merchant([locationWith(newId(), 120), locationWith(newId(), 5)]);
    const [first, second] = [app.token({ email }), app.token({ email })];
    app.emulator.faults.add({ kind: 'expired-token', path: /reviews/, after: 1, times: 1 });
    const id = await app.enqueue(client, first);
    const waiting = await app.reaches(client, id, 'waiting_for_token');
    expect(waiting).toMatchObject({ waiting_since: expect.any(String), finished_at: null });
    const others = app.token({ email: merchant() });
    const path = `${PATH}/${id}/token`;
    const refused = await client.post(path, { access_token: others }).expect(400);
    expect((refused.body as { detail: string }).detail).toMatch(/Google user/);
    await client.post(path, {}).expect(400);
    await client.post(path, { access_token: second }).expect(202);
    const job = await app.reaches(client, id, 'succeeded');
    expect(job).toMatchObject({ outcome: 'complete', stages: { reviews: { listed: 125 } } });
    await client.post(path, { access_token: second }).expect(409);
  });

  it('is erased at the end, and nowhere else to be found', async () => {
    const email = merchant([
      locationWith(newId(), 3),
      locationWith(newId(), 3, { verified: false }),
    ]);
    const token = app.token({ email });
    const events = await LiveClient.following(app.test.url, user);
    const job = await app.fetch(client, token);
    await events.hears('reviews:fetch:completed');
    const told = JSON.stringify([job, events.received]);
    expect(told).not.toContain(token);
    const stored = await eventually('the token is erased', async () => {
      const found = await app.store.collection('review_jobs').findOne({ user_id: user });
      return found?.token_sealed === null ? found : undefined;
    });
    expect(stored.roots).toEqual([]);
    for (const { name } of await app.store.listCollections()) {
      const all = await app.store.collection(name).find().toArray();
      expect(JSON.stringify(all)).not.toContain(token);
    }
  });
});

describe('a failed part of a job', () => {
  it('waits for a token when it is replayed after the end, and makes the job complete', async () => {
    const broken = locationWith(newId(), 6);
    const email = merchant([locationWith(newId(), 3), broken]);
    const path = new RegExp(`locations/${broken.id}/reviews`);
    const denied = app.emulator.faults.add({ kind: 'status', status: 403, path });
    const first = await app.fetch(client, app.token({ email }));
    expect(first).toMatchObject({ status: 'succeeded', outcome: 'partial' });
    expect(denied.hits).toBe(1);

    const letter = await eventually('the failure is a dead letter', async () => {
      const found = await app.store.collection('dead_letters').findOne({ owner: user });
      return found ?? undefined;
    });
    expect(letter).toMatchObject({
      kind: 'reviews.listing',
      payload: { job_id: first.job_id, location: `locations/${broken.id}` },
    });
    await app.test.app.get(ReplayService).replay(letter._id.toHexString());
    await app.reaches(client, first.job_id, 'waiting_for_token');
    const token = app.token({ email });
    await client.post(`${PATH}/${first.job_id}/token`, { access_token: token }).expect(202);
    const job = await eventually('the job is complete', async () => {
      const now = await app.job(client, first.job_id);
      return now.outcome === 'complete' && now.status === 'succeeded' ? now : undefined;
    });
    expect(job.stages).toMatchObject({ locations: { done: 2, failed: 0 }, reviews: { listed: 9 } });
    expect(await app.reviews(user)).toHaveLength(9);
    const stored = await app.store.collection('review_jobs').findOne({ user_id: user });
    expect(stored).toMatchObject({ token_sealed: null, roots: [] });
  });
});

describe('a job', () => {
  it('is found by nobody else', async () => {
    const id = await app.enqueue(client, app.token({ email: merchant([]) }));
    const other = await app.client(newUser());
    for (const job of [id, NOBODYS, 'x']) {
      await other.get(`${PATH}/${job}`).expect(404, { detail: 'Job not found' });
      await other.delete(`${PATH}/${job}`).expect(404, { detail: 'Job not found' });
      await other
        .post(`${PATH}/${job}/token`, { access_token: app.token() })
        .expect(404, { detail: 'Job not found' });
    }
    await app.reaches(client, id, 'succeeded');
  });

  it('is cancelled with everything under it', async () => {
    const email = merchant([locationWith(newId(), 3), locationWith(newId(), 3)]);
    const events = await LiveClient.following(app.test.url, user);
    const fault = app.emulator.faults.add({ kind: 'hang', path: /reviews/, times: 10 });
    const id = await app.enqueue(client, app.token({ email }));
    await eventually('a listing has begun', () => fault.hits > 0 || undefined);
    await client.delete(`${PATH}/${id}`).expect(202);
    await app.reaches(client, id, 'cancelled');
    await events.hears('reviews:fetch:failed');
    await client.delete(`${PATH}/${id}`).expect(409);
    const active = { owner: user, finished_at: null };
    expect(await app.store.collection('runs').countDocuments(active)).toBe(0);
    const stored = await app.store.collection('review_jobs').findOne({ user_id: user });
    expect(stored).toMatchObject({ token_sealed: null, end: 'cancelled' });
  });
});
