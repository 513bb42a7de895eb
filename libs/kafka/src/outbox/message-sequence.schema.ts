import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The last sequence number that was given out; there is one such document. */
@Schema({ collection: 'message_outbox_sequence', versionKey: false })
export class MessageSequence {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Number, required: true })
  value: number;
}

/** Of {@link MessageSequence}. */
export const MessageSequenceSchema = SchemaFactory.createForClass(MessageSequence);
