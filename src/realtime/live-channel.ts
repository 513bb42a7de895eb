import { Injectable } from '@nestjs/common';
import { Emitter } from '@socket.io/redis-emitter';
import { Config } from '@tributary/config';
import { type LiveEvent, type LiveEventName } from '@tributary/contracts';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';

/** The placeholder for the event in a message until the script knows its id. */
const GAP = JSON.stringify(randomUUID());

/** An event that was published, as clients receive it. */
export interface PublishedEvent {
  name: LiveEventName;
  event: LiveEvent;
}

/** A message to the api processes, with a gap where the event goes. */
export interface OpenMessage {
  channel: string;
  before: string;
  after: string;
}

type AdapterMessage = [
  sender: string,
  packet: { data: [name: LiveEventName, event: LiveEvent] },
  options: { rooms: string[] },
];

/** The channel on which events travel to the api processes, in the form of Socket.IO's adapter. */
@Injectable()
export class LiveChannel {
  /** What all names of live events begin with. */
  readonly prefix: string;
  /** Databases of one Redis have keys of their own, but share their channels. */
  readonly key: string;
  /** Every message of every room. */
  readonly pattern: string;

  /** JSON, so that a script can put an event into a message. */
  readonly parser = {
    encode: (message: unknown): string => JSON.stringify(message),
    // The adapter passes over an empty message, but would end the process over a malformed one.
    decode: (message: Buffer): unknown[] => readMessage(message) ?? [],
  };

  constructor(redis: Redis, config: Config) {
    this.prefix = `${config.REDIS_PREFIX}:live`;
    this.key = `${this.prefix}:${redis.options.db ?? 0}`;
    this.pattern = `${this.key}#/#*`;
  }

  /** Where messages to a room are published. */
  of(room: string): string {
    return `${this.key}#/#${room}#`;
  }

  /** The event that a message delivers. */
  eventIn(message: Buffer): PublishedEvent | undefined {
    const [name, event] = readMessage(message)?.[1].data ?? [];
    return name && event && { name, event };
  }

  /** A message that delivers an event of this name to a room. */
  message(room: string, name: string): OpenMessage {
    let published = { channel: '', message: '' };
    const client = {
      publish: (channel: string, message: string) => (published = { channel, message }),
    };
    new Emitter(client, { key: this.key, parser: this.parser })
      .to(room)
      .emit(name, JSON.parse(GAP));
    const [before = '', after = ''] = published.message.split(GAP);
    return { channel: published.channel, before, after };
  }
}

function readMessage(message: Buffer): AdapterMessage | undefined {
  try {
    const parts = JSON.parse(message.toString()) as AdapterMessage;
    const isWhole = Array.isArray(parts[1].data) && Array.isArray(parts[2].rooms);
    return isWhole ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Only the server puts a socket into a room, and only into that of its token's user. */
export function roomOf(userId: string): string {
  return `user:${userId}`;
}
