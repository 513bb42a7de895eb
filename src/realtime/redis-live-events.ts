import { Injectable } from '@nestjs/common';
import { DomainError, LiveEvents, type PublishOptions } from '@tributary/common';
import { type LiveEventName, type LiveEventPayloads } from '@tributary/contracts';
import { EventStream } from './event-stream';

const MOST_BYTES = 64 * 1024;

/** Publishes live events through Redis, from any process, whether it serves sockets or not. */
@Injectable()
export class RedisLiveEvents extends LiveEvents {
  constructor(private readonly stream: EventStream) {
    super();
  }

  async publish<Name extends LiveEventName>(
    userId: string,
    name: Name,
    payload: LiveEventPayloads[Name],
    { once }: PublishOptions = {},
  ): Promise<void> {
    const fields = JSON.stringify({ ...payload, at: new Date().toISOString() });
    const size = Buffer.byteLength(fields);
    if (size > MOST_BYTES) {
      const detail = `The event ${name} has ${size} bytes, but at most ${MOST_BYTES} can be published. Publish where the data is instead of the data.`;
      throw new DomainError('EVENT_TOO_LARGE', { detail });
    }
    try {
      await this.stream.publish(userId, { name, fields, once });
    } catch (cause) {
      throw new DomainError('DEPENDENCY_UNAVAILABLE', { cause });
    }
  }
}
