import { Injectable } from '@nestjs/common';
import { type LiveEvent, type LiveEventName } from '@tributary/contracts';
import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { formatEventId, isUpTo, parseEventId } from './event-id';
import { PUBLISH, READ } from './event-scripts';
import { LiveChannel, type PublishedEvent, roomOf } from './live-channel';

const KEEP_EVENTS_MS = 5 * 60_000;
const MOST_EVENTS = 500;
/** How long the newest position of a user and the names given to `once` are remembered. */
const REMEMBER_MS = 24 * 3_600_000;
const PAGE = 100;

/** An event without the id, which it gets when it is recorded. */
export interface NewEvent {
  name: LiveEventName;
  /** A JSON object that is not empty. */
  fields: string;
  once: string | undefined;
}

/** The events after the last one that a client saw. */
export interface MissedEvents {
  /** False when some of them are no longer stored. */
  isComplete: boolean;
  events: PublishedEvent[];
  /** The position after these. */
  lastEventId: string;
  hasMore: boolean;
}

type Entry = [place: string, fieldsAndValues: string[]];
type ReadAnswer = [
  epoch: string,
  newest: string,
  isNewestKnown: 0 | 1,
  beforeOldest: string,
  entries: Entry[],
];

/** Every user's latest events, in Redis. */
@Injectable()
export class EventStream {
  constructor(
    private readonly redis: Redis,
    private readonly channel: LiveChannel,
  ) {}

  /** Records an event and sends it to the user's sockets, wherever they are. */
  async publish(userId: string, { name, fields, once }: NewEvent): Promise<void> {
    const { channel, before, after } = this.channel.message(roomOf(userId), name);
    const keys = [
      ...this.keysOf(userId),
      ...(once === undefined ? [] : [this.onceKey(userId, once)]),
    ];
    const limits = [KEEP_EVENTS_MS, MOST_EVENTS, REMEMBER_MS];
    const parts = [name, fields, channel, before, after];
    await this.redis.eval(PUBLISH, keys.length, ...keys, newEpoch(), ...limits, ...parts);
  }

  /** The first page of the events after one; none for a client that has not seen any yet. */
  async after(userId: string, lastEventId: unknown): Promise<MissedEvents> {
    const isNewcomer = lastEventId === undefined || lastEventId === null;
    const last = parseEventId(lastEventId);
    const keys = this.keysOf(userId);
    const parts = [newEpoch(), REMEMBER_MS, last?.place ?? '', PAGE];
    const answer = await this.redis.eval(READ, keys.length, ...keys, ...parts);
    const [epoch, newest, isNewestKnown, beforeOldest, entries] = answer as ReadAnswer;

    const nothingDropped =
      last?.epoch === epoch &&
      isNewestKnown === 1 &&
      (isUpTo(newest, last.place) || (beforeOldest !== '' && isUpTo(beforeOldest, last.place)));
    const page = nothingDropped ? entries : [];
    return {
      isComplete: isNewcomer || nothingDropped,
      events: page.map(toPublishedEvent),
      lastEventId: formatEventId({ epoch, place: page.at(-1)?.[0] ?? newest }),
      hasMore: page.length === PAGE,
    };
  }

  /** These names live in Redis: renaming one makes every client reload once. */
  private keysOf(userId: string): string[] {
    const { prefix } = this.channel;
    return [`${prefix}:epoch`, `${prefix}:newest:${userId}`, `${prefix}:stream:${userId}`];
  }

  private onceKey(userId: string, once: string): string {
    return `${this.channel.prefix}:once:${userId}:${once}`;
  }
}

function toPublishedEvent([, fieldsAndValues]: Entry): PublishedEvent {
  const [, , , name, , event = ''] = fieldsAndValues;
  return { name: name as LiveEventName, event: JSON.parse(event) as LiveEvent };
}

/** Never used twice, or a Redis that lost its data would get its old epoch again. */
function newEpoch(): string {
  return randomBytes(6).toString('hex');
}
