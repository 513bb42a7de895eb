import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ErrorCode } from '@tributary/contracts';
import { type FencedDocument } from '@tributary/pipeline';
import { type JobLocation, REVIEW_STEP_STATES, type ReviewStepState } from './review-job';

@Schema({ collection: 'review_job_locations', versionKey: false })
export class ReviewJobLocationRecord implements JobLocation, FencedDocument {
  @Prop({ type: String, required: true })
  job_id: string;

  @Prop({ type: String, required: true })
  location: string;

  @Prop({ type: String, default: '' })
  title: string;

  @Prop({ type: [String], required: true })
  accounts: string[];

  @Prop({ type: String, default: null })
  listing_account: string | null;

  @Prop({ type: String, required: true, enum: REVIEW_STEP_STATES })
  state: ReviewStepState;

  @Prop({ type: Number, required: true })
  listed: number;

  @Prop({ type: Number, default: null })
  expected: number | null;

  @Prop({ type: Number, default: null })
  missing: number | null;

  @Prop({ type: Boolean, default: null })
  complete: boolean | null;

  @Prop({ type: String, default: null })
  reason: string | null;

  @Prop({ type: Number, required: true })
  added: number;

  @Prop({ type: Number, required: true })
  changed: number;

  @Prop({ type: Number, required: true })
  deleted: number;

  @Prop({ type: String, default: null })
  error_code: ErrorCode | null;

  @Prop({ type: String, default: null })
  error_message: string | null;

  /** Of the run that lists it. */
  @Prop({ type: Number, required: true })
  fence: number;

  @Prop({ type: Date, required: true })
  expires_at: Date;
}

export const ReviewJobLocationSchema = SchemaFactory.createForClass(ReviewJobLocationRecord);
ReviewJobLocationSchema.index({ job_id: 1, location: 1 }, { unique: true });
ReviewJobLocationSchema.index({ job_id: 1, listing_account: 1, location: 1 });
ReviewJobLocationSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
