import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import { type RowChange, type RowProblem, type SyncCounts } from './sync-report';

/** The report of a run, which expires with the run. */
@Schema({ collection: 'sheet_sync_reports', versionKey: false, minimize: false })
export class SheetSyncReportRecord {
  @Prop({ type: String, required: true, unique: true })
  run_id: string;

  @Prop({ type: String, required: true })
  connection_id: string;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  counts: SyncCounts;

  @Prop({ type: [SchemaTypes.Mixed], required: true })
  problems: RowProblem[];

  @Prop({ type: [SchemaTypes.Mixed], required: true })
  changes: RowChange[];

  @Prop({ type: Date, required: true })
  expires_at: Date;
}

export const SheetSyncReportSchema = SchemaFactory.createForClass(SheetSyncReportRecord);
SheetSyncReportSchema.index({ connection_id: 1 });
SheetSyncReportSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
