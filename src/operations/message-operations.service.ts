import { Injectable } from '@nestjs/common';
import { MessageOutbox, type OutboxLag, type SetAsideMessage } from '@tributary/kafka';

const SHOWN = 100;

/** What has not reached Kafka, and what operators do about it. */
@Injectable()
export class MessageOperationsService {
  constructor(private readonly outbox: MessageOutbox) {}

  async look(): Promise<{ lag: OutboxLag; rejected: SetAsideMessage[] }> {
    const [lag, rejected] = await Promise.all([this.outbox.lag(), this.outbox.listSetAside(SHOWN)]);
    return { lag, rejected };
  }

  requeue(eventIds?: readonly string[]): Promise<number> {
    return this.outbox.requeue(eventIds);
  }
}
