import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A day whose roll-ups may not match its reviews. */
@Schema({ collection: 'review_dirty_days', versionKey: false })
export class ReviewDirtyDayRecord {
  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  day: string;

  /** The epoch of the book in which it became dirty last. */
  @Prop({ type: Number, required: true })
  epoch: number;
}

export const ReviewDirtyDaySchema = SchemaFactory.createForClass(ReviewDirtyDayRecord);
ReviewDirtyDaySchema.index({ user_id: 1, day: 1 }, { unique: true });
