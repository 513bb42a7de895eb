import { ApiPropertyOptional } from '@nestjs/swagger';
import { type OutboxLag, type SetAsideMessage } from '@tributary/kafka';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsOptional, IsString } from 'class-validator';

/** A message that Kafka rejected. */
export class SetAsideMessageDto {
  event_id: string;

  /** @example reviews-raw */
  topic: string;

  key: string;

  /** When it was enqueued. */
  created_at: string;

  /**
   * The broker's word for what is wrong.
   * @example MESSAGE_TOO_LARGE
   */
  code: string;

  /** What the broker said. */
  reason: string;
}

/** What has not reached Kafka. */
export class MessageOutboxDto {
  /** Messages that are waiting to be published. */
  waiting: number;

  /** Since when the message waits that waits longest. */
  @ApiPropertyOptional({ type: String, nullable: true })
  oldest_waiting_at: string | null;

  /** Messages that Kafka rejected. */
  set_aside: number;

  /** The oldest 100 of those that Kafka rejected. */
  rejected: SetAsideMessageDto[];
}

export class RequeueMessagesDto {
  /** Only the messages of these events; all of them otherwise. */
  @ApiPropertyOptional()
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(1_000)
  @IsString({ each: true })
  event_ids?: string[];
}

/** How many messages wait again. */
export class RequeuedMessagesDto {
  requeued: number;
}

export function toMessageOutboxDto(
  { waiting, oldest, setAside }: OutboxLag,
  rejected: readonly SetAsideMessage[],
): MessageOutboxDto {
  return {
    waiting,
    oldest_waiting_at: oldest?.toISOString() ?? null,
    set_aside: setAside,
    rejected: rejected.map(({ eventId, topic, key, createdAt, error }) => ({
      event_id: eventId,
      topic,
      key,
      created_at: createdAt.toISOString(),
      code: error?.code ?? 'UNKNOWN',
      reason: error?.message ?? '',
    })),
  };
}
