import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A place in the buffer of waiting jobs, which a job takes before it is stored. */
@Schema({ collection: 'review_slots', versionKey: false })
export class ReviewSlotRecord {
  /** Counted from 0. */
  @Prop({ type: Number, required: true })
  _id: number;

  /** Null while it is free. */
  @Prop({ type: String, default: null })
  job_id: string | null;

  @Prop({ type: String, default: null })
  user_id: string | null;

  @Prop({ type: Date, default: null })
  taken_at: Date | null;
}

/** The waiting jobs of a user: one document each, so that their number is exact. */
@Schema({ collection: 'review_user_slots', versionKey: false })
export class ReviewUserSlotsRecord {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: [{ _id: false, job_id: String, taken_at: Date }], required: true })
  jobs: { job_id: string; taken_at: Date }[];
}

export const ReviewSlotSchema = SchemaFactory.createForClass(ReviewSlotRecord);
ReviewSlotSchema.index({ job_id: 1 });
export const ReviewUserSlotsSchema = SchemaFactory.createForClass(ReviewUserSlotsRecord);
ReviewUserSlotsSchema.index({ 'jobs.job_id': 1 });
