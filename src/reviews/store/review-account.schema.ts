import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** An account of Business Profile that an owner's jobs have seen. */
@Schema({ collection: 'review_accounts', versionKey: false })
export class ReviewAccountRecord {
  @Prop({ type: String, required: true })
  user_id: string;

  /** `accounts/{a}`. */
  @Prop({ type: String, required: true })
  account: string;

  @Prop({ type: String, default: '' })
  name: string;

  @Prop({ type: String, default: '' })
  type: string;

  @Prop({ type: Date, required: true })
  last_seen_at: Date;
}

export const ReviewAccountSchema = SchemaFactory.createForClass(ReviewAccountRecord);
ReviewAccountSchema.index({ user_id: 1, account: 1 }, { unique: true });
