import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import { type StoredAddress, type StoredProof } from './review-place';

/** A location that an owner's jobs have seen. */
@Schema({ collection: 'review_locations', versionKey: false, minimize: false })
export class ReviewLocationRecord {
  @Prop({ type: String, required: true })
  user_id: string;

  /** `locations/{l}`. */
  @Prop({ type: String, required: true })
  location: string;

  @Prop({ type: [String], required: true })
  accounts: string[];

  @Prop({ type: String, default: '' })
  title: string;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  address: StoredAddress | null;

  @Prop({ type: Date, required: true })
  last_seen_at: Date;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  proof: StoredProof | null;

  /** When the last listing began that was complete. */
  @Prop({ type: Date, default: null })
  last_full_listing_at: Date | null;

  /** Of the reviews that are stored, as Google writes it; null before the first. */
  @Prop({ type: String, default: null })
  newest_update_time: string | null;
}

export const ReviewLocationSchema = SchemaFactory.createForClass(ReviewLocationRecord);
ReviewLocationSchema.index({ user_id: 1, location: 1 }, { unique: true });
