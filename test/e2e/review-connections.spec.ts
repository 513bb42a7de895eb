import { type BusinessLocationDefinition } from '@tributary/google-emulator';
import { accountWith, locationWith } from '../factories/business';
import { Client } from '../factories/client';
import { testEnvironment } from '../factories/environment';
import { eventually } from '../factories/eventually';
import { newUser } from '../factories/live-client';
import { type JobDetails, ReviewApp } from '../factories/review-app';

const PATH = '/api/v1/review-connections';
const NOBODYS = '67389ab04c1f2e0012ab34cd';
const { INTERNAL_API_KEY } = testEnvironment();

interface Connection {
  id: string;
  google_email: string | null;
  enabled: boolean;
  status: string;
  error_code: string | null;
  last_sync_at: string | null;
  last_full_job_id: string | null;
}

interface Run {
  id: string;
  status: string;
  result: Record<string, number> | null;
}

let app: ReviewApp;
let user: string;
let client: Client;
let ids = 500;

beforeAll(async () => {
  app = await ReviewApp.start();
});
beforeEach(async () => {
  user = newUser();
  client = await app.client(user);
  app.emulator.log.clear();
});

const newId = (): string => String(ids++);

/** A merchant whom only this test knows. */
function merchant(...locations: readonly BusinessLocationDefinition[]): string {
  const email = `${newUser()}@shop.example`;
  app.emulator.accounts.addUser(email);
  app.emulator.business.add({ ...accountWith(newId(), locations), members: [email] });
  return email;
}

async function consentUrl(by = client): Promise<string> {
  const { body } = await by.get('/api/v1/google/connect').expect(200);
  return (body as { url: string }).url;
}

/** What Google sends the browser back with. */
function answered(url: string, decision: { email?: string; deny?: boolean; scopes?: string[] }) {
  const back = new URL(app.emulator.authorization.answer(url, decision));
  expect(back.origin).toBe('https://app.example');
  return `${back.pathname}${back.search}`;
}

/** The browser has no token of ours. */
const browser = (): Client => new Client(app.test.server);

async function connect(email: string, by = client): Promise<Connection> {
  const back = answered(await consentUrl(by), { email });
  const { body } = await browser().get(back).expect(200);
  return body as Connection;
}

async function get(id: string): Promise<Connection> {
  const { body } = await client.get(`${PATH}/${id}`).expect(200);
  return body as Connection;
}

/** Waits until nothing of a connection works, and gives the runs of its syncs, newest first. */
function settled(id: string): Promise<Run[]> {
  return eventually('the syncs of the connection have ended', async () => {
    const runs = await app.store
      .collection('runs')
      .find({ kind: 'reviews.sync', subject: id })
      .sort({ _id: -1 })
      .toArray();
    if (runs.length === 0 || runs.some((run) => run.finished_at === null || run.untold)) {
      return undefined;
    }
    return runs.map(({ _id, status, result }) => ({
      id: String(_id),
      status: String(status),
      result: result as Run['result'],
    }));
  });
}

async function sync(id: string, body?: object): Promise<Run> {
  const answer = await client.post(`${PATH}/${id}/sync`, body).expect(202);
  const { run_id } = answer.body as { run_id: string };
  const run = (await settled(id)).find((one) => one.id === run_id);
  if (!run) throw new Error('The run is there');
  return run;
}

const reviewIds = async (): Promise<string[]> =>
  (await app.reviews(user)).map(({ review_id }) => review_id.split('/').at(-1) ?? '');

const calls = (route: string): number => app.emulator.log.entries({ route }).length;

/** The routes of reviews by which a sync read. */
const reads = (): { path: string }[] => app.emulator.log.entries({ path: /reviews/i });

describe('connecting a Google account', () => {
  it('stores the consent, lists everything with its proof, and tells nobody the token', async () => {
    const email = merchant(locationWith(newId(), 120), locationWith(newId(), 3));
    const connection = await connect(email);
    expect(connection).toMatchObject({ google_email: email, enabled: true, status: 'active' });
    const [run] = await settled(connection.id);
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(await app.reviews(user)).toHaveLength(123);
    const after = await eventually('the end is recorded', async () => {
      const found = await get(connection.id);
      return found.last_sync_at === null ? undefined : found;
    });
    const job: JobDetails = await app.job(client, after.last_full_job_id ?? '');
    expect(job).toMatchObject({ outcome: 'complete', connection_id: connection.id });
    expect(job.locations.every(({ complete }) => complete)).toBe(true);
    const { body } = await client.get(PATH).expect(200);
    expect(body).toMatchObject({ total: 1, data: [{ id: connection.id }] });
    const stored = await app.store.collection('review_connections').find().toArray();
    expect(JSON.stringify([stored, body])).not.toContain('1//0');
  });

  it('again updates the connection that is there', async () => {
    const email = merchant(locationWith(newId(), 2));
    const first = await connect(email);
    const second = await connect(email);
    expect(second.id).toBe(first.id);
    const other = await app.client(newUser());
    expect((await connect(email, other)).id).not.toBe(first.id);
    await settled(first.id);
  });

  it('belongs to whom the state stands for, and works once', async () => {
    const email = merchant(locationWith(newId(), 1));
    const back = answered(await consentUrl(), { email });
    const stranger = await app.client(newUser());
    const { body } = await stranger.get(back).expect(200);
    expect(await get((body as Connection).id)).toMatchObject({ google_email: email });
    expect((await stranger.get(PATH).expect(200)).body).toMatchObject({ total: 0 });
    const replayed = await browser().get(back).expect(400);
    expect(replayed.body).toEqual({ detail: expect.stringContaining('was completed before') });
    await settled((body as Connection).id);
  });

  it('is refused for a state that we did not give, or that has expired', async () => {
    const email = merchant(locationWith(newId(), 1));
    for (const query of ['', '?code=x', '?code=x&state=nonsense', '?state=a&state=b&code=x']) {
      const { status } = await browser().get(`/api/v1/google/callback${query}`);
      expect([400, 422]).toContain(status);
    }
    const back = answered(await consentUrl(), { email });
    await app.store
      .collection('review_consent_requests')
      .updateMany({ user_id: user }, { $set: { expires_at: new Date(Date.now() - 1) } });
    const { body } = await browser().get(back).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining('longer than ten minutes') });
    expect((await client.get(PATH).expect(200)).body).toMatchObject({ total: 0 });
  });

  it('is refused with a sentence when the user refuses, or leaves Business Profile out', async () => {
    const email = merchant(locationWith(newId(), 1));
    const denied = await browser()
      .get(answered(await consentUrl(), { deny: true }))
      .expect(400);
    expect(denied.body).toEqual({ detail: expect.stringContaining('consent was refused') });
    const partly = answered(await consentUrl(), { email, scopes: ['openid'] });
    const { body } = await browser().get(partly).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining('leaves Business Profile out') });
    expect((await client.get(PATH).expect(200)).body).toMatchObject({ total: 0 });
  });
});

describe('a review connection', () => {
  it('reads what is new with one request for many quiet locations', async () => {
    const locations = Array.from({ length: 60 }, () => locationWith(newId(), 1));
    const connection = await connect(merchant(...locations));
    await settled(connection.id);
    app.emulator.log.clear();
    const quiet = await sync(connection.id);
    expect(quiet).toMatchObject({ status: 'succeeded', result: { locations: 60, requests: 2 } });
    expect(reads()).toHaveLength(2);
    const { id } = locations[7] ?? { id: '' };
    app.emulator.business.addReview(id, { reviewId: 'fresh', stars: 5, comment: 'New' });
    app.emulator.business.editReview(locations[8]?.id ?? '', `${locations[8]?.id}-0`, {
      comment: 'Edited',
    });
    const run = await sync(connection.id);
    expect(run.result).toMatchObject({ added: 1, changed: 1 });
    expect(await reviewIds()).toContain('fresh');
    const job = await app.reaches(client, run.id, 'succeeded');
    expect(job).toMatchObject({ connection_id: connection.id });
    expect(job.locations).toHaveLength(2);
    const log = await app.store.collection('review_job_log').find({ job_id: run.id }).toArray();
    expect(log.filter(({ type }) => type === 'reviews')).toHaveLength(2);
    expect(log.at(-1)).toMatchObject({ type: 'end' });
  });

  it('finds deletions by a full sync, when it is asked for or due', async () => {
    const id = newId();
    const connection = await connect(merchant(locationWith(id, 5)));
    await settled(connection.id);
    app.emulator.business.removeReview(id, `${id}-2`);
    await sync(connection.id);
    const deleted = async (): Promise<number> =>
      (await app.reviews(user)).filter(({ deleted_at }) => deleted_at !== null).length;
    expect(await deleted()).toBe(0);
    await sync(connection.id, { full: true });
    expect(await deleted()).toBe(1);
    app.emulator.business.removeReview(id, `${id}-3`);
    const old = new Date(Date.now() - 86_400_000);
    await app.store
      .collection('review_connections')
      .updateOne({ user_id: user }, { $set: { last_full_sync_at: old } });
    await sync(connection.id);
    expect(await deleted()).toBe(2);
  });

  it('goes on without a location that cannot be read any more, which fails one sync only', async () => {
    const locations = Array.from({ length: 8 }, () => locationWith(newId(), 2));
    const email = merchant(...locations);
    const connection = await connect(email);
    await settled(connection.id);
    await app.store
      .collection('review_job_locations')
      .updateOne(
        { location: `locations/${locations[3]?.id}` },
        { $set: { location: 'locations/999999999' } },
      );
    await app.store
      .collection('review_locations')
      .updateOne(
        { user_id: user, location: `locations/${locations[3]?.id}` },
        { $set: { location: 'locations/999999999' } },
      );
    app.emulator.business.addReview(locations[5]?.id ?? '', { reviewId: 'late', stars: 1 });
    const run = await sync(connection.id);
    expect(run).toMatchObject({ status: 'succeeded', result: { unreadable: 1, added: 1 } });
    expect(await reviewIds()).toContain('late');
    expect((await sync(connection.id)).result).toMatchObject({ unreadable: 0, requests: 1 });
  });

  it('shows that its consent was revoked, and is healed by connecting again', async () => {
    const email = merchant(locationWith(newId(), 2));
    const connection = await connect(email);
    await settled(connection.id);
    app.emulator.accounts.revoke(email);
    expect(await sync(connection.id)).toMatchObject({ status: 'failed' });
    expect(await get(connection.id)).toMatchObject({
      status: 'revoked',
      error_code: 'GOOGLE_CONSENT_REVOKED',
      error_message: expect.stringContaining('Connect the account again'),
    });
    const { body } = await client.post(`${PATH}/${connection.id}/sync`).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining('Connect the account again') });
    const healed = await connect(email);
    expect(healed).toMatchObject({ id: connection.id, status: 'active', error_code: null });
    const [run] = await settled(connection.id);
    expect(run).toMatchObject({ status: 'succeeded' });
  });

  it('is revoked in the middle of a full sync, too', async () => {
    const email = merchant(locationWith(newId(), 2));
    const connection = await connect(email);
    await settled(connection.id);
    app.emulator.accounts.revoke(email);
    expect(await sync(connection.id, { full: true })).toMatchObject({ status: 'failed' });
    expect(await get(connection.id)).toMatchObject({ status: 'revoked' });
  });

  it('is synced by the scheduler while it is enabled', async () => {
    const connection = await connect(merchant(locationWith(newId(), 1)));
    await settled(connection.id);
    const trigger = async (): Promise<void> => {
      await browser()
        .post('/api/v1/internal/trigger-sync')
        .set('X-API-Key', INTERNAL_API_KEY)
        .expect(202);
      await eventually('the cycles have ended', async () => {
        const open = { kind: 'reviews.cycle', finished_at: null };
        return (await app.store.collection('runs').countDocuments(open)) === 0 || undefined;
      });
    };
    await trigger();
    expect(await settled(connection.id)).toHaveLength(2);
    const disabled = await client.patch(`${PATH}/${connection.id}`, { enabled: false }).expect(200);
    expect(disabled.body).toMatchObject({ enabled: false });
    await trigger();
    expect(await settled(connection.id)).toHaveLength(2);
    await client.patch(`${PATH}/${connection.id}`, {}).expect(422);
  });

  it('is deleted with its consent, while its reviews stay', async () => {
    const email = merchant(locationWith(newId(), 4));
    const connection = await connect(email);
    await settled(connection.id);
    const other = await app.client(newUser());
    const others = await connect(email, other);
    await settled(others.id);
    await client.delete(`${PATH}/${connection.id}`).expect(204);
    // The other user's connection is of the same consent.
    expect(calls('revoke')).toBe(0);
    await client.get(`${PATH}/${connection.id}`).expect(404);
    expect(await app.reviews(user)).toHaveLength(4);
    await other.delete(`${PATH}/${others.id}`).expect(204);
    expect(calls('revoke')).toBe(1);
  });

  it('of somebody else is not found', async () => {
    const connection = await connect(merchant(locationWith(newId(), 1)));
    await settled(connection.id);
    const stranger = await app.client(newUser());
    for (const id of [connection.id, NOBODYS, 'nonsense']) {
      await stranger.get(`${PATH}/${id}`).expect(404);
      await stranger.patch(`${PATH}/${id}`, { enabled: false }).expect(404);
      await stranger.post(`${PATH}/${id}/sync`).expect(404);
      await stranger.delete(`${PATH}/${id}`).expect(404);
    }
  });
});
