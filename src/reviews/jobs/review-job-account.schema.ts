import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ErrorCode } from '@tributary/contracts';
import { type JobAccount, REVIEW_STEP_STATES, type ReviewStepState } from './review-job';

@Schema({ collection: 'review_job_accounts', versionKey: false })
export class ReviewJobAccountRecord implements JobAccount {
  @Prop({ type: String, required: true })
  job_id: string;

  @Prop({ type: String, required: true })
  account: string;

  @Prop({ type: String, default: '' })
  name: string;

  @Prop({ type: String, required: true, enum: REVIEW_STEP_STATES })
  state: ReviewStepState;

  @Prop({ type: Number, required: true })
  locations: number;

  @Prop({ type: String, default: null })
  error_code: ErrorCode | null;

  @Prop({ type: String, default: null })
  error_message: string | null;

  @Prop({ type: Date, required: true })
  expires_at: Date;
}

export const ReviewJobAccountSchema = SchemaFactory.createForClass(ReviewJobAccountRecord);
ReviewJobAccountSchema.index({ job_id: 1, account: 1 }, { unique: true });
ReviewJobAccountSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
