import { type LiveEvent } from '@tributary/contracts';
import { Redis } from 'ioredis';
import { SHEET_SYNC } from '../../../src/sheet-crawler/sync/sheet-sync.kind';
import { FAULT_KINDS } from '../program/fault-kinds';

const TERMINAL = new Set<string>(
  [...FAULT_KINDS, SHEET_SYNC].flatMap(({ events: { succeeded, failed, cancelled } }) => [
    succeeded,
    failed,
    cancelled,
  ]),
);

interface Publication {
  name: string;
  run_id: string;
}

/**
 * Every publication of a terminal event. They are heard on the channel on which they go to the api
 * processes, and read from the stream of their owner, which has also those that were published
 * while nobody could hear; an event's id tells which of the two are the same.
 */
export class TerminalEvents {
  private readonly published = new Map<string, Publication>();
  private readonly reader: Redis;

  private constructor(
    private readonly subscriber: Redis,
    private readonly prefix: string,
  ) {
    this.reader = subscriber.duplicate();
    for (const client of [this.subscriber, this.reader]) client.on('error', () => undefined);
    subscriber.on('pmessage', (_pattern, _channel, message) => {
      const [, { data }] = JSON.parse(message) as [string, { data: [string, LiveEvent] }];
      this.note(...data);
    });
  }

  static async listen(redisUrl: string, prefix: string): Promise<TerminalEvents> {
    const events = new TerminalEvents(
      new Redis(redisUrl, { maxRetriesPerRequest: null }),
      `${prefix}:live`,
    );
    await events.subscriber.psubscribe(`${events.prefix}:0#/#*`);
    return events;
  }

  /** The names of the terminal events that were published for each run of an owner, so far. */
  async of(owner: string): Promise<Map<string, string[]>> {
    // The answer comes behind all that was published before.
    await this.subscriber.ping();
    for (const [, fields] of await this.reader.xrange(`${this.prefix}:stream:${owner}`, '-', '+')) {
      const entry = new Map(chunksOfTwo(fields));
      this.note(entry.get('name') ?? '', JSON.parse(entry.get('event') ?? '') as LiveEvent);
    }
    const names = new Map<string, string[]>();
    for (const { run_id, name } of this.published.values()) {
      names.set(run_id, [...(names.get(run_id) ?? []), name]);
    }
    return names;
  }

  close(): void {
    this.subscriber.disconnect();
    this.reader.disconnect();
  }

  private note(name: string, { event_id, run_id }: LiveEvent): void {
    if (TERMINAL.has(name)) this.published.set(event_id, { name, run_id });
  }
}

function chunksOfTwo(fields: string[]): [string, string][] {
  return fields.flatMap((field, i) => (i % 2 === 0 ? [[field, fields[i + 1] ?? '']] : []));
}
