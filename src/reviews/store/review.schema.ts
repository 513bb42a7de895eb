import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import {
  type ReviewVersion,
  type StoredReply,
  type StoredReview,
  type StoredReviewer,
} from './stored-review';

@Schema({ collection: 'reviews', versionKey: false, minimize: false })
export class ReviewRecord implements StoredReview {
  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  review_id: string;

  @Prop({ type: String, required: true })
  location: string;

  @Prop({ type: [String], required: true })
  accounts: string[];

  @Prop({ type: Number, default: null })
  rating: number | null;

  @Prop({ type: String, default: null })
  comment: string | null;

  @Prop({ type: String, default: null })
  language: string | null;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  reviewer: StoredReviewer;

  @Prop({ type: String, required: true })
  create_time: string;

  @Prop({ type: String, required: true })
  update_time: string;

  @Prop({ type: Date, required: true })
  created_at: Date;

  @Prop({ type: Date, required: true })
  updated_at: Date;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  reply: StoredReply | null;

  @Prop({ type: Date, default: null })
  replied_at: Date | null;

  @Prop({ type: String, required: true })
  search: string;

  @Prop({ type: String, required: true })
  content_hash: string;

  @Prop({ type: Number, required: true })
  version: number;

  @Prop({ type: String, required: true })
  changed_by: string;

  @Prop({ type: [SchemaTypes.Mixed], required: true })
  history: ReviewVersion[];

  @Prop({ type: Date, required: true })
  first_seen_at: Date;

  @Prop({ type: Date, required: true })
  last_seen_at: Date;

  @Prop({ type: Date, default: null })
  deleted_at: Date | null;
}

export const ReviewSchema = SchemaFactory.createForClass(ReviewRecord);
ReviewSchema.index({ user_id: 1, review_id: 1 }, { unique: true });
// What a complete listing did not see.
ReviewSchema.index({ user_id: 1, location: 1, last_seen_at: 1 });
ReviewSchema.index({ user_id: 1, created_at: 1 });
