import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ErrorCode } from '@tributary/contracts';
import { type FencedDocument } from '@tributary/pipeline';
import { SchemaTypes } from 'mongoose';
import { type SyncReport } from './sync-report';
import { type HeaderDrift } from '../mapping/header-drift';
import { SYNC_STATUSES, type SyncState, type SyncStatus } from './sync-state';

@Schema({
  collection: 'sheet_sync_states',
  timestamps: { createdAt: 'created_at', updatedAt: 'updated_at' },
  versionKey: false,
  minimize: false,
})
export class SheetSyncStateRecord implements SyncState, FencedDocument {
  @Prop({ type: String, required: true, unique: true })
  connection_id: string;

  /** The spreadsheet, by whose id Drive reports changes. */
  @Prop({ type: String, required: true })
  sheet_id: string;

  @Prop({ type: String, required: true, enum: SYNC_STATUSES, default: 'pending' })
  status: SyncStatus;

  @Prop({ type: String, default: null })
  error_code: ErrorCode | null;

  @Prop({ type: String, default: null })
  error_message: string | null;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  drift: HeaderDrift | null;

  @Prop({ type: Number, required: true, default: 0 })
  last_synced_row: number;

  @Prop({ type: Date, default: null })
  last_sync_time: Date | null;

  @Prop({ type: Number, required: true, default: 0 })
  total_rows_synced: number;

  @Prop({ type: Number, default: null })
  generation: number | null;

  @Prop({ type: Number, required: true, default: 0 })
  building: number;

  /** Documents from before it was stored have none. */
  @Prop({ type: Number })
  requested_generation?: number;

  @Prop({ type: [String], required: true, default: [] })
  headers: string[];

  @Prop({ type: SchemaTypes.Mixed, default: null })
  report: SyncReport | null;

  @Prop({ type: Date, default: null })
  last_read_at: Date | null;

  @Prop({ type: Date, default: null })
  drive_modified_time: Date | null;

  @Prop({ type: Date, default: null })
  read_modified_time: Date | null;

  @Prop({ type: Number, required: true, default: 0 })
  fence: number;
}

export const SheetSyncStateSchema = SchemaFactory.createForClass(SheetSyncStateRecord);
SheetSyncStateSchema.index({ sheet_id: 1 });
