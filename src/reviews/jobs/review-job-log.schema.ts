import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import { type JobLogEntry, type JobLogType } from './job-log';

@Schema({ collection: 'review_job_log', versionKey: false, minimize: false })
export class ReviewJobLogRecord {
  @Prop({ type: String, required: true })
  job_id: string;

  @Prop({ type: Number, required: true })
  seq: number;

  @Prop({ type: String, required: true })
  key: string;

  @Prop({ type: String, required: true })
  type: JobLogType;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  data: JobLogEntry['data'];

  @Prop({ type: Date, required: true })
  at: Date;

  @Prop({ type: Date, required: true })
  expires_at: Date;
}

export const ReviewJobLogSchema = SchemaFactory.createForClass(ReviewJobLogRecord);
ReviewJobLogSchema.index({ job_id: 1, seq: 1 }, { unique: true });
ReviewJobLogSchema.index({ job_id: 1, key: 1 }, { unique: true });
ReviewJobLogSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
