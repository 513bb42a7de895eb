import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type FencedDocument } from '@tributary/pipeline';
import { SchemaTypes } from 'mongoose';
import { type FieldValue } from '../mapping/column-mapping';

@Schema({ collection: 'sheet_raw_data', versionKey: false, minimize: false })
export class SheetRowRecord implements FencedDocument {
  @Prop({ type: String, required: true })
  connection_id: string;

  /** The generation that it was written for; readers see rows of one generation. */
  @Prop({ type: Number, required: true })
  generation: number;

  @Prop({ type: Number, required: true })
  row_id: number;

  @Prop({ type: Number, required: true })
  row_number: number;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  data: Record<string, FieldValue>;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  raw_data: Record<string, string>;

  @Prop({ type: String })
  content?: string;

  @Prop({ type: String })
  identity?: string;

  @Prop({ type: Date, required: true })
  synced_at: Date;

  /** What the sync observer stores beside it. */
  @Prop({ type: SchemaTypes.Mixed })
  facts?: object;

  @Prop({ type: Number, required: true })
  fence: number;
}

export const SheetRowSchema = SchemaFactory.createForClass(SheetRowRecord);
SheetRowSchema.index({ connection_id: 1, generation: 1, row_id: 1 }, { unique: true });
// Pages are in the order of row numbers, and of ids while two rows have the same number.
SheetRowSchema.index({ connection_id: 1, generation: 1, row_number: 1, row_id: 1 });
SheetRowSchema.index({ connection_id: 1, generation: 1, 'facts.bucket': 1 });
