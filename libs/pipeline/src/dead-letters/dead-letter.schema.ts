import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type RunFailure } from '@tributary/contracts';
import { SchemaTypes, type Types } from 'mongoose';
import { type HistoryEntry, type StoredPayload } from '../ledger/run';
import { DEAD_LETTER_STATES, type DeadLetterState } from './dead-letter';

/** A dead letter as it is stored. */
@Schema({ collection: 'dead_letters', versionKey: false, minimize: false })
export class DeadLetterRecord {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true, enum: DEAD_LETTER_STATES })
  state: DeadLetterState;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  run_id: Types.ObjectId;

  @Prop({ type: String, required: true })
  item: string;

  @Prop({ type: String, required: true })
  kind: string;

  @Prop({ type: String, required: true })
  subject: string;

  @Prop({ type: String, required: true })
  owner: string;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  payload: StoredPayload;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  error: RunFailure;

  @Prop({ type: String, default: null })
  cause: string | null;

  @Prop({ type: String, required: true })
  pattern: string;

  @Prop({ type: String, required: true })
  group: string;

  @Prop({ type: [SchemaTypes.Mixed], required: true })
  history: HistoryEntry[];

  @Prop({ type: Date, required: true })
  created_at: Date;

  @Prop({ type: Date, default: null })
  closed_at: Date | null;

  @Prop({ type: SchemaTypes.ObjectId, default: null })
  replay_run_id: Types.ObjectId | null;
}

/** The collection of dead letters and its indexes. */
export const DeadLetterSchema = SchemaFactory.createForClass(DeadLetterRecord);
DeadLetterSchema.index({ run_id: 1, item: 1 }, { unique: true });
DeadLetterSchema.index({ state: 1, group: 1, created_at: 1 });
DeadLetterSchema.index({ state: 1, kind: 1, created_at: -1 });
DeadLetterSchema.index({ owner: 1, created_at: -1 });
DeadLetterSchema.index({ subject: 1 });
