import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type FencedDocument } from '@tributary/pipeline';
import { type AnalyticsSnapshot } from './analytics-snapshot';

@Schema({ collection: 'sheet_books', versionKey: false })
export class AnalyticsSnapshotRecord implements AnalyticsSnapshot, FencedDocument {
  @Prop({ type: String, required: true, unique: true })
  connection_id: string;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: Number, required: true })
  generation: number;

  @Prop({ type: String, required: true })
  sheet_type: string;

  @Prop({ type: Number, required: true })
  facts_edition: number;

  @Prop({ type: String, required: true })
  time_zone: string;

  @Prop({ type: Number, required: true, default: 1 })
  version: number;

  @Prop({ type: Number, required: true, default: 0 })
  edition: number;

  @Prop({ type: Number, required: true, default: 0 })
  base_edition: number;

  @Prop({ type: Boolean, required: true, default: false })
  is_rolled_up: boolean;

  @Prop({ type: String, default: null })
  writing_run: string | null;

  @Prop({ type: Date, default: null })
  as_of: Date | null;

  @Prop({ type: Number, required: true })
  fence: number;
}

export const AnalyticsSnapshotSchema = SchemaFactory.createForClass(AnalyticsSnapshotRecord);
