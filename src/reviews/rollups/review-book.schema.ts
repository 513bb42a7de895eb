import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import { type AnnouncedChange, type ReviewBook } from './review-book';

@Schema({ collection: 'review_books', versionKey: false })
export class ReviewBookRecord implements ReviewBook {
  @Prop({ type: String, required: true, unique: true })
  user_id: string;

  @Prop({ type: String, required: true })
  time_zone: string;

  @Prop({ type: Number, required: true })
  version: number;

  @Prop({ type: Number, required: true })
  epoch: number;

  @Prop({ type: Date, default: null })
  as_of: Date | null;

  @Prop({ type: [SchemaTypes.Mixed], required: true })
  changes: AnnouncedChange[];
}

export const ReviewBookSchema = SchemaFactory.createForClass(ReviewBookRecord);
