import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type FencedDocument } from '@tributary/pipeline';
import { SchemaTypes } from 'mongoose';
import { type AmountSum } from '../metrics/amount';
import { type RolledValue, type Rollup } from './rollup';

@Schema({ collection: 'sheet_rollups', versionKey: false, minimize: false })
export class RollupRecord implements Rollup, FencedDocument {
  @Prop({ type: String, required: true })
  connection_id: string;

  @Prop({ type: String, required: true })
  bucket: string;

  /** Readers see the newest one of each bucket that is not newer than what was published. */
  @Prop({ type: Number, required: true })
  edition: number;

  @Prop({ type: Number, required: true })
  rows: number;

  @Prop({ type: Number, required: true })
  flawed: number;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  amounts: Record<string, AmountSum>;

  @Prop({ type: Date, default: null })
  first_at: Date | null;

  @Prop({ type: Date, default: null })
  last_at: Date | null;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  groups: Record<string, RolledValue[] | null>;

  @Prop({ type: Number, required: true })
  fence: number;
}

export const RollupSchema = SchemaFactory.createForClass(RollupRecord);
RollupSchema.index({ connection_id: 1, bucket: 1, edition: 1 }, { unique: true });
