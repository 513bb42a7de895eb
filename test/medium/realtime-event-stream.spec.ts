import { Redis } from 'ioredis';
import { EventStream } from '../../src/realtime/event-stream';
import { LiveChannel, roomOf } from '../../src/realtime/live-channel';
import { RoomListener } from '../../src/realtime/room-listener';
import { Subscriber } from '../../src/realtime/subscriber';
import { testEnvironment } from '../factories/environment';
import { newUser } from '../factories/live-client';

const MOST_EVENTS = 500;
const MINUTE_MS = 60_000;

describe("a user's stream of events", () => {
  const redis = new Redis(process.env.REDIS_URL ?? '');
  const channel = new LiveChannel(redis, testEnvironment());
  const stream = new EventStream(redis, channel);
  let mai: string;

  const key = (name: string) => `${channel.prefix}:${name}:${mai}`;
  const publish = (run_id: string, once?: string) =>
    stream.publish(mai, { name: 'run:started', fields: JSON.stringify({ run_id }), once });
  const start = async () => (await stream.after(mai, undefined)).lastEventId;
  const placeOf = (eventId: string) => eventId.split('.')[1];

  beforeEach(() => {
    mai = newUser();
  });

  afterAll(() => redis.disconnect());

  it('keeps a bounded number of events, and of bytes when nobody publishes any more', async () => {
    await Promise.all(Array.from({ length: MOST_EVENTS + 50 }, (_, run) => publish(`${run}`)));
    expect(await redis.xlen(key('stream'))).toBe(MOST_EVENTS);
    const left = await redis.pttl(key('stream'));
    expect(left).toBeGreaterThan(4 * MINUTE_MS);
    expect(left).toBeLessThanOrEqual(5 * MINUTE_MS);
  });

  it('drops events that are older than five minutes', async () => {
    const old = `${Date.now() - 6 * MINUTE_MS}-1`;
    await redis.xadd(key('stream'), old, 'after', '0-0', 'name', 'run:started', 'event', '{}');
    await publish('run-1');
    expect(await redis.xlen(key('stream'))).toBe(1);
  });

  it('remembers for a day under which names it published', async () => {
    await publish('run-1', 'run-1:ended');
    await publish('run-2', 'run-1:ended');
    expect(await redis.xlen(key('stream'))).toBe(1);
    expect(await redis.pttl(`${key('once')}:run-1:ended`)).toBeGreaterThan(23 * 60 * MINUTE_MS);
  });

  it('gives later events greater ids, even when the clock was set back', async () => {
    const begin = await start();
    await publish('run-1');
    const future = Date.now() + 60 * MINUTE_MS;
    await redis.set(key('newest'), `${future}-7`);
    await publish('run-2');
    const { events, lastEventId } = await stream.after(mai, begin);
    expect(events.map(({ event }) => event.run_id)).toEqual(['run-1', 'run-2']);
    expect(placeOf(lastEventId)).toBe(`${future}-8`);
  });

  it('gives nobody a place that a later event could have', async () => {
    const places = await Promise.all([start(), start(), start()]);
    expect(new Set(places).size).toBe(1);
    await publish('run-1');
    const { events, isComplete } = await stream.after(mai, places[0]);
    expect({ runs: events.length, isComplete }).toEqual({ runs: 1, isComplete: true });
  });

  it('leaves nothing behind when an event cannot be recorded', async () => {
    await redis.set(key('stream'), 'not a stream');
    await expect(publish('run-1', 'run-1:ended')).rejects.toThrow('WRONGTYPE');
    expect(await redis.exists(`${key('once')}:run-1:ended`, key('newest'))).toBe(0);
  });

  it('hands on what is published while a socket catches up, unless it is too much', async () => {
    const subscriber = new Subscriber(redis);
    await subscriber.psubscribe(channel.pattern);
    const listener = new RoomListener(subscriber, channel, roomOf(mai));
    const heard = async () => {
      await subscriber.psubscribe(channel.pattern);
      return listener.take()?.map(({ event }) => event.run_id);
    };
    await publish('run-1');
    await stream.publish(newUser(), {
      name: 'run:started',
      fields: '{"run_id":1}',
      once: undefined,
    });
    await publish('run-2');
    expect(await heard()).toEqual(['run-1', 'run-2']);
    await Promise.all(Array.from({ length: MOST_EVENTS + 1 }, (_, run) => publish(`${run}`)));
    expect(await heard()).toBeUndefined();
    await publish('run-3');
    expect(await heard()).toEqual(['run-3']);
    listener.stop();
    await publish('run-4');
    expect(await heard()).toEqual([]);
    subscriber.disconnect();
  });
});
