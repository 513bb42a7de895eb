import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import { type ConnectedColumn, type NamedColumn } from '../mapping/column-mapping';
import { SYNC_MODES, type SyncMode } from './sheet-connection';

@Schema({
  collection: 'sheet_connections',
  timestamps: { createdAt: 'created_at', updatedAt: 'updated_at' },
  versionKey: false,
})
export class SheetConnectionRecord {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  sheet_id: string;

  @Prop({ type: String, required: true })
  sheet_name: string;

  @Prop({ type: Number, required: true })
  tab_id: number;

  @Prop({ type: String, required: true })
  account: string;

  @Prop({ type: [SchemaTypes.Mixed], required: true })
  column_mappings: ConnectedColumn[];

  @Prop({ type: Number, required: true })
  header_row: number;

  @Prop({ type: Number, required: true })
  data_start_row: number;

  @Prop({ type: Boolean, required: true })
  sync_enabled: boolean;

  @Prop({ type: String, required: true, enum: SYNC_MODES })
  sync_mode: SyncMode;

  @Prop({ type: String, default: null })
  sheet_type: string | null;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  key: NamedColumn | null;

  @Prop({ type: Number, required: true })
  generation: number;

  /** When its owner deleted it; a run deletes what belongs to it, and at last this document. */
  @Prop({ type: Date })
  deleted_at?: Date;

  created_at: Date;
  updated_at: Date;
}

export const SheetConnectionSchema = SchemaFactory.createForClass(SheetConnectionRecord);
SheetConnectionSchema.index({ user_id: 1, created_at: 1 });
