import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type RunFailure } from '@tributary/contracts';
import { SchemaTypes } from 'mongoose';
import {
  type ReviewJob,
  type ReviewJobEnd,
  type ReviewJobMode,
  type ReviewJobOutcome,
} from './review-job';

@Schema({ collection: 'review_jobs', versionKey: false, minimize: false })
export class ReviewJobRecord implements Omit<ReviewJob, 'id'> {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, default: null })
  connection_id: string | null;

  @Prop({ type: String, required: true })
  mode: ReviewJobMode;

  @Prop({ type: String, default: null })
  google_user_id: string | null;

  @Prop({ type: String, default: null })
  google_email: string | null;

  @Prop({ type: String, required: true })
  oauth_client_id: string;

  @Prop({ type: String, default: null })
  token_sealed: string | null;

  @Prop({ type: Date, required: true })
  token_expires_at: Date;

  @Prop({ type: Number, required: true })
  token_version: number;

  @Prop({ type: String, default: null })
  run_id: string | null;

  @Prop({ type: [String], required: true })
  roots: string[];

  @Prop({ type: Date, default: null })
  waiting_since: Date | null;

  @Prop({ type: Date, default: null })
  started_at: Date | null;

  @Prop({ type: Date, default: null })
  finished_at: Date | null;

  @Prop({ type: String, default: null })
  end: ReviewJobEnd | null;

  @Prop({ type: String, default: null })
  outcome: ReviewJobOutcome | null;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  error: RunFailure | null;

  @Prop({ type: Date, default: null })
  progress_at: Date | null;

  @Prop({ type: Date, required: true })
  created_at: Date;

  @Prop({ type: Date, required: true })
  expires_at: Date;
}

export const ReviewJobSchema = SchemaFactory.createForClass(ReviewJobRecord);
ReviewJobSchema.index({ user_id: 1, created_at: -1 });
ReviewJobSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
