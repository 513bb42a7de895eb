import { Body, Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '@tributary/common';
import {
  MessageOutboxDto,
  RequeuedMessagesDto,
  RequeueMessagesDto,
  toMessageOutboxDto,
} from './dto/message-outbox.dto';
import { MessageOperationsService } from './message-operations.service';

@ApiTags('operations')
@AdminOnly()
@Controller('operations/messages')
export class MessageOperationsController {
  constructor(private readonly messages: MessageOperationsService) {}

  /** What waits to be published to Kafka, and what Kafka rejected. */
  @Get()
  async look(): Promise<MessageOutboxDto> {
    const { lag, rejected } = await this.messages.look();
    return toMessageOutboxDto(lag, rejected);
  }

  /** Has messages that Kafka rejected published again. */
  @HttpCode(HttpStatus.OK)
  @Post('requeue')
  async requeue(@Body() { event_ids }: RequeueMessagesDto): Promise<RequeuedMessagesDto> {
    return { requeued: await this.messages.requeue(event_ids) };
  }
}
