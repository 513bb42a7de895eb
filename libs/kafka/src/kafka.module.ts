import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LeaseModule } from '@tributary/mongo';
import { type KafkaSettings } from './kafka-settings';
import { KafkaPublisher } from './kafkajs/kafka-publisher';
import { MessagePublisher } from './message-publisher';
import { MessageOutbox } from './outbox/message-outbox';
import { MessageRepository } from './outbox/message.repository';
import { MessageRecord, MessageSchema } from './outbox/message.schema';
import { MessageSequence, MessageSequenceSchema } from './outbox/message-sequence.schema';
import { BatchSender } from './relay/batch-sender';
import { MessageRelay } from './relay/message-relay';
import { RelayCounts } from './relay/relay-counts';

/** What a process does with messages for Kafka. */
export interface KafkaOptions {
  /** How to reach the brokers; without that, no message is taken and nothing is published. */
  settings: KafkaSettings | undefined;
  /** Whether it publishes what waits; otherwise it only enqueues. */
  relays: boolean;
}

/** Makes one {@link MessageOutbox} available everywhere and, where it relays, the relay. */
@Module({})
export class KafkaModule {
  /** Needs `Config`, `InFlightTracker` and the MongoDB connection from global modules. */
  static forRoot({ settings, relays }: KafkaOptions): DynamicModule {
    const outbox: Provider = {
      provide: MessageOutbox,
      inject: [MessageRepository],
      useFactory: (messages: MessageRepository) =>
        new MessageOutbox(messages, settings !== undefined),
    };
    const isRelaying = relays && settings !== undefined;
    return {
      module: KafkaModule,
      global: true,
      imports: [
        LeaseModule,
        MongooseModule.forFeature([
          { name: MessageRecord.name, schema: MessageSchema },
          { name: MessageSequence.name, schema: MessageSequenceSchema },
        ]),
      ],
      providers: [MessageRepository, outbox, ...(isRelaying ? relayProviders(settings) : [])],
      exports: [MessageOutbox, ...(isRelaying ? [MessageRelay, RelayCounts] : [])],
    };
  }
}

function relayProviders(settings: KafkaSettings): Provider[] {
  return [
    { provide: MessagePublisher, useFactory: () => new KafkaPublisher(settings) },
    RelayCounts,
    BatchSender,
    MessageRelay,
  ];
}
