import { InFlightTracker } from '@tributary/common';
import { type BusinessLocationDefinition } from '@tributary/google-emulator';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ReviewJobLogRepository } from '../../src/reviews/jobs/review-job-log.repository';
import { accountWith, locationWith } from '../factories/business';
import { type Client } from '../factories/client';
import { DistantRedis } from '../factories/distant-redis';
import { EventStream, type StreamedEvent } from '../factories/event-stream';
import { eventually } from '../factories/eventually';
import { newUser, tokenFor } from '../factories/live-client';
import { ReviewApp } from '../factories/review-app';

const PATH = '/api/v1/review-fetch';

let app: ReviewApp;
let user: string;
let client: Client;
let ids = 100;

beforeAll(async () => {
  app = await ReviewApp.start({ REVIEW_STREAMS_PER_USER: '2' });
});
beforeEach(async () => {
  user = newUser();
  client = await app.client(user);
});
afterEach(() => app.emulator.faults.clear());

const newId = (): string => String(ids++);

/** A merchant whom only this test knows, with these locations. */
function merchant(locations: readonly BusinessLocationDefinition[], of = app): string {
  const email = `${newUser()}@shop.example`;
  of.emulator.accounts.addUser(email);
  of.emulator.business.add({ ...accountWith(newId(), locations), members: [email] });
  return email;
}

async function stream(id: string, lastEventId?: string, of = app): Promise<EventStream> {
  const token = await tokenFor(user);
  return EventStream.open(`${of.test.url}${PATH}/${id}/stream`, { token, lastEventId });
}

/** The events that are in the log of the job; others say how far it is right now. */
const withId = (events: readonly StreamedEvent[]) => events.filter(({ id }) => id !== undefined);

const reviewIds = (events: readonly StreamedEvent[]) =>
  events.filter(({ event }) => event === 'review').map(({ data }) => data.review_id);

const idsOf = (events: readonly StreamedEvent[]) => withId(events).map(({ id }) => id);

/** A job that found its location and waits for another token before it reads the reviews. */
async function heldJob(
  reviews: number,
  of = app,
): Promise<{ id: string; goOn: () => Promise<void> }> {
  const owner = await of.client(user);
  const email = merchant([locationWith(newId(), reviews)], of);
  of.emulator.faults.add({ kind: 'expired-token', path: /reviews/, times: 1 });
  const id = await of.enqueue(owner, of.token({ email }));
  await of.reaches(owner, id, 'waiting_for_token');
  const goOn = async (): Promise<void> => {
    const body = { access_token: of.token({ email }) };
    const { status } = await owner.post(`${PATH}/${id}/token`, body);
    // Ended: the answer to an earlier request was lost on its way.
    if (status !== 202 && status !== 409) throw new Error(`The token was answered ${status}`);
  };
  return { id, goOn };
}

describe('the stream of a job', () => {
  it('has everything that the job finds, once and in order, and ends by itself', async () => {
    const email = merchant([locationWith(newId(), 120), locationWith(newId(), 3)]);
    const id = await app.enqueue(client, app.token({ email }));
    const reader = await stream(id);
    expect(reader.response.status).toBe(200);
    expect(reader.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = await reader.all();
    const found = reviewIds(events);
    expect(found).toHaveLength(123);
    expect(new Set(found).size).toBe(123);
    const kinds = withId(events).map(({ event }) => event);
    expect(kinds.filter((event) => event === 'account')).toHaveLength(1);
    expect(kinds.filter((event) => event === 'location')).toHaveLength(2);
    expect(kinds.filter((event) => event === 'progress')).toHaveLength(2);
    expect(kinds[0]).toBe('account');
    expect(events.filter(({ event }) => event === 'end')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      event: 'end',
      data: { status: 'succeeded', outcome: 'complete', reviews: 123, missing: 0 },
    });
    expect(new Set(idsOf(events)).size).toBe(idsOf(events).length);
    expect(events.some(({ event }) => event === 'error')).toBe(false);
  });

  it('goes on behind any event of it', async () => {
    const email = merchant([locationWith(newId(), 70)]);
    const { job_id } = await app.fetch(client, app.token({ email }));
    const all = withId(await (await stream(job_id)).all());
    for (const [at, { id }] of all.entries()) {
      if (at === all.length - 1) break;
      const rest = withId(await (await stream(job_id, id)).all());
      expect(idsOf(rest)).toEqual(idsOf(all.slice(at + 1)));
    }
    const last = await client.get(`${PATH}/${job_id}/stream`).set({
      'Last-Event-ID': String(all.at(-1)?.id),
    });
    expect(last.status).toBe(204);
  });

  it('begins anew, and says so, behind an event that is not known', async () => {
    const [mine, other] = await Promise.all(
      [1, 2].map(() =>
        app.fetch(client, app.token({ email: merchant([locationWith(newId(), 3)]) })),
      ),
    );
    const all = idsOf(await (await stream(String(mine?.job_id))).all());
    const foreign = idsOf(await (await stream(String(other?.job_id))).all());
    const [tag] = String(all[0]).split(':');
    for (const id of [foreign[0], 'nonsense', `${tag}:99999`, `${tag}:1.7`, `${tag}:3.99`]) {
      const events = withId(await (await stream(String(mine?.job_id), id)).all());
      expect(events[0]?.event).toBe('resync');
      expect(idsOf(events).slice(1)).toEqual(all);
    }
  });

  it('says when the job waits for a token', async () => {
    const { id, goOn } = await heldJob(60);
    const reader = await stream(id);
    const statuses: unknown[] = [];
    for await (const { event, data } of reader.events()) {
      if (event === 'end') break;
      if (event !== 'progress') continue;
      if (statuses.length === 0) await goOn();
      statuses.push(data.status);
    }
    expect(statuses).toContain('waiting_for_token');
  });

  it('is nobody else’s', async () => {
    const { job_id } = await app.fetch(client, app.token({ email: merchant([]) }));
    const other = await app.client(newUser());
    await other.get(`${PATH}/${job_id}/stream`).expect(404, { detail: 'Job not found' });
    const demo = `/api/v1/demo/stream/nested?job_id=${job_id}`;
    await other.get(demo).expect(404, { detail: 'Job not found' });
    const mine = await EventStream.open(app.test.url + demo, { token: await tokenFor(user) });
    expect((await mine.all()).at(-1)?.event).toBe('end');
  });

  it('refuses more streams than a user may have open, until one is closed', async () => {
    const { id, goOn } = await heldJob(3);
    const first = await stream(id);
    const second = await stream(id);
    const refused = await client.get(`${PATH}/${id}/stream`).expect(429);
    expect(refused.headers['retry-after']).toBeDefined();
    await first.leave();
    const third = await eventually('there is a place again', async () => {
      const reader = await stream(id);
      if (reader.response.status === 200) return reader;
      await reader.leave();
      return undefined;
    });
    await goOn();
    for (const reader of [second, third]) {
      expect((await reader.all()).at(-1)?.event).toBe('end');
    }
  });

  it('ends when the access token expires', async () => {
    const { id } = await heldJob(1);
    const token = await tokenFor(user, 5);
    const reader = await EventStream.open(`${app.test.url}${PATH}/${id}/stream`, { token });
    const events = await reader.all();
    expect(events.some(({ event }) => event === 'end')).toBe(false);
  });

  it('keeps back what a reader does not take, who loses nothing', async () => {
    const { job_id } = await app.fetch(client, app.token({ email: merchant([]) }));
    const total = await addReviews(job_id, 200);
    const accepted = once(app.test.server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(new URL(app.test.url).port), '127.0.0.1');
    const [accepting] = await accepted;
    const token = await tokenFor(user);
    socket.write(
      `GET ${PATH}/${job_id}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'readable');
    // Another one reads all of it meanwhile, so that there was time to send this one too much.
    expect(reviewIds(await (await stream(job_id)).all())).toHaveLength(10_000);
    expect(accepting.bytesWritten).toBeLessThan(total / 2);
    const text = await readAll(socket);
    expect(text.match(/\nevent: review\n/g)).toHaveLength(10_000);
    expect(text.match(/\nevent: end\n/g)).toHaveLength(1);
  });
});

describe('the streams of a process', () => {
  it('go on in another process, and over a restart of Redis', async () => {
    const redis = await DistantRedis.start();
    const held = await ReviewApp.start({ REDIS_URL: redis.url });
    const { id, goOn } = await heldJob(130, held);
    const before = withId(await (await stream(id, undefined, held)).take(3));
    const reader = await stream(id, before.at(-1)?.id, held);
    await redis.restart();
    await eventually('the job goes on', () =>
      goOn().then(
        () => true,
        () => false,
      ),
    );
    const after = withId(await reader.all());
    expect(after.at(-1)?.event).toBe('end');
    const again = withId(await (await stream(id, undefined, held)).all());
    expect([...idsOf(before), ...idsOf(after)]).toEqual(idsOf(again));
    expect(reviewIds(again)).toHaveLength(130);
    await held.test.stop();
  });

  it('do not delay its shutdown, also when their readers stall', async () => {
    const ending = await ReviewApp.start();
    const { id } = await heldJob(1, ending);
    await addReviews(id, 200, ending);
    const [reader, stalled] = [
      await stream(id, undefined, ending),
      await stream(id, undefined, ending),
    ];
    const read = reader.all().then(
      (events) => events,
      () => [],
    );
    const draining = ending.test.app.get(InFlightTracker).drain(3_600_000);
    expect(await draining).toMatchObject({ handedBack: 0 });
    expect((await read).some(({ event }) => event === 'end')).toBe(false);
    await stalled.leave();
  });
});

/** Adds chunks of long reviews to the log of a job; gives the size of their texts. */
async function addReviews(jobId: string, chunks: number, of = app): Promise<number> {
  const comment = 'x'.repeat(4_000);
  const expires_at = new Date(Date.now() + 3_600_000);
  const log = of.test.app.get(ReviewJobLogRepository, { strict: false });
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const reviews = Array.from({ length: 50 }, (_, at) => ({
      review_id: `locations/5/reviews/${chunk}-${at}`,
      location: 'locations/5',
      reviewer: { display_name: 'Mai', is_anonymous: false, profile_photo_url: '' },
      rating: 5,
      comment,
      create_time: '2026-01-01T00:00:00Z',
      update_time: '2026-01-01T00:00:00Z',
      reply: null,
    }));
    const data = { location: 'locations/5', chunk, reviews };
    await log.append({ id: jobId, expires_at }, [{ type: 'reviews', data }]);
  }
  return chunks * 50 * comment.length;
}

async function readAll(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
