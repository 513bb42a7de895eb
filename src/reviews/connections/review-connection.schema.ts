import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ErrorCode } from '@tributary/contracts';
import { type Types } from 'mongoose';
import {
  REVIEW_CONNECTION_STATUSES,
  type ReviewConnection,
  type ReviewConnectionStatus,
} from './review-connection';

@Schema({
  collection: 'review_connections',
  timestamps: { createdAt: 'created_at', updatedAt: 'updated_at' },
  versionKey: false,
})
export class ReviewConnectionRecord implements Omit<ReviewConnection, 'id'> {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  google_user_id: string;

  @Prop({ type: String, default: null })
  email: string | null;

  @Prop({ type: String, required: true })
  refresh_token_sealed: string;

  @Prop({ type: Boolean, required: true })
  enabled: boolean;

  @Prop({ type: String, required: true, enum: REVIEW_CONNECTION_STATUSES })
  status: ReviewConnectionStatus;

  @Prop({ type: String, default: null })
  error_code: ErrorCode | null;

  @Prop({ type: String, default: null })
  error_message: string | null;

  @Prop({ type: Date, default: null })
  last_sync_at: Date | null;

  @Prop({ type: String, default: null })
  last_sync_run_id: string | null;

  /** Of the last run whose end was recorded: ends may be reported late and twice. */
  @Prop({ type: Number, required: true })
  fence: number;

  @Prop({ type: Date, default: null })
  last_full_sync_at: Date | null;

  @Prop({ type: String, default: null })
  full_job_id: string | null;

  @Prop({ type: [String], required: true })
  unreadable_locations: string[];

  created_at: Date;
  updated_at: Date;
}

export const ReviewConnectionSchema = SchemaFactory.createForClass(ReviewConnectionRecord);
ReviewConnectionSchema.index({ user_id: 1, google_user_id: 1 }, { unique: true });
// Whether others connected the same Google account.
ReviewConnectionSchema.index({ google_user_id: 1 });
