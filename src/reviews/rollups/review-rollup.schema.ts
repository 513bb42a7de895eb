import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type FencedDocument } from '@tributary/pipeline';
import { SchemaTypes } from 'mongoose';

/** How many replies took about so many minutes. */
export interface StoredResponses {
  readonly minutes: number;
  readonly count: number;
}

@Schema({ collection: 'review_rollups', versionKey: false, minimize: false })
export class ReviewRollupRecord implements FencedDocument {
  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  day: string;

  /** Null for all locations together. */
  @Prop({ type: String, default: null })
  location: string | null;

  @Prop({ type: Number, required: true })
  count: number;

  @Prop({ type: [Number], required: true })
  stars: number[];

  @Prop({ type: Number, required: true })
  replied: number;

  @Prop({ type: [SchemaTypes.Mixed], required: true })
  responses: StoredResponses[];

  @Prop({ type: Date, default: null })
  first_at: Date | null;

  @Prop({ type: Date, default: null })
  last_at: Date | null;

  @Prop({ type: Number, required: true })
  fence: number;
}

export const ReviewRollupSchema = SchemaFactory.createForClass(ReviewRollupRecord);
ReviewRollupSchema.index({ user_id: 1, day: 1, location: 1 }, { unique: true });
ReviewRollupSchema.index({ user_id: 1, location: 1, day: 1 });
