export { KafkaModule, type KafkaOptions } from './kafka.module';
export { KafkaPublisher } from './kafkajs/kafka-publisher';
export { type KafkaSettings, kafkaSettings } from './kafka-settings';
export {
  EVENT_ID_HEADER,
  type MessageHeaders,
  type OutgoingMessage,
  type PublishedMessage,
} from './message';
export { MessagePublisher, PublishError, type PublisherHealth } from './message-publisher';
export {
  MessageOutbox,
  type OutboxLag,
  type SetAsideMessage,
  type WriteFence,
} from './outbox/message-outbox';
export { type MessageFailure } from './outbox/message.schema';
export { MessageRelay } from './relay/message-relay';
export { RelayCounts } from './relay/relay-counts';
