import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import { type MessageHeaders } from '../message';

/** Where a message is on its way. */
export const MESSAGE_STATES = ['waiting', 'published', 'set_aside'] as const;

/** One of {@link MESSAGE_STATES}. */
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Why a message was set aside. */
export interface MessageFailure {
  code: string;
  message: string;
  at: Date;
}

/** A message as it is stored. */
@Schema({ collection: 'message_outbox', versionKey: false, minimize: false })
export class MessageRecord {
  /** The id of its event. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: String, required: true })
  topic: string;

  @Prop({ type: String, required: true })
  key: string;

  /** Growing with every message, so that it orders those of each key. */
  @Prop({ type: Number, required: true })
  sequence: number;

  @Prop({ type: String, required: true, enum: MESSAGE_STATES })
  status: MessageState;

  /** Gone when it was published, like the headers: what stays only recognizes its event. */
  @Prop({ type: String })
  value?: string;

  @Prop({ type: SchemaTypes.Mixed })
  headers?: MessageHeaders;

  @Prop({ type: Date, required: true })
  created_at: Date;

  /** The number of the run's fence under which it was enqueued. */
  @Prop({ type: Number })
  fence?: number;

  @Prop({ type: Date })
  published_at?: Date;

  @Prop({ type: SchemaTypes.Mixed })
  error?: MessageFailure;

  /** When its event is forgotten. */
  @Prop({ type: Date })
  expires_at?: Date;
}

/** Of {@link MessageRecord}. */
export const MessageSchema = SchemaFactory.createForClass(MessageRecord);
MessageSchema.index({ status: 1, topic: 1, sequence: 1 });
MessageSchema.index({ status: 1, created_at: 1 });
MessageSchema.index({ expires_at: 1 }, { sparse: true, expireAfterSeconds: 0 });
