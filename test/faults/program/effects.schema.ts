import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type FencedDocument } from '@tributary/pipeline';

/** Where the work on a subject stands; `total` grows by one a step, so doing one twice shows. */
@Schema({ collection: 'fault_accounts', versionKey: false })
export class Account implements FencedDocument {
  @Prop({ type: String, required: true, unique: true })
  subject: string;

  @Prop({ type: Number, required: true })
  cursor: number;

  @Prop({ type: Number, required: true })
  total: number;

  @Prop({ type: Number, required: true })
  fence: number;
}

/** What one step wrote, under its natural key. */
@Schema({ collection: 'fault_rows', versionKey: false })
export class Row implements FencedDocument {
  @Prop({ type: String, required: true })
  subject: string;

  @Prop({ type: Number, required: true })
  step: number;

  @Prop({ type: String, required: true })
  run_id: string;

  /** The process that wrote it last. */
  @Prop({ type: Number, required: true })
  pid: number;

  @Prop({ type: Number, required: true })
  fence: number;
}

/** What a worker saw, written without a fence: also a worker that lost its run can tell it. */
@Schema({ collection: 'fault_notes', versionKey: false })
export class Note {
  @Prop({ type: String, required: true })
  run_id: string;

  @Prop({ type: String, required: true })
  subject: string;

  /** `started`, `finished`, or the code of the error that ended an attempt. */
  @Prop({ type: String, required: true })
  what: string;

  @Prop({ type: Number, required: true })
  fence: number;

  @Prop({ type: Number, required: true })
  pid: number;
}

/** A gate that a test has opened. */
@Schema({ collection: 'fault_gates', versionKey: false })
export class Gate {
  @Prop({ type: String, required: true })
  _id: string;
}

export const AccountSchema = SchemaFactory.createForClass(Account);
export const RowSchema = SchemaFactory.createForClass(Row);
RowSchema.index({ subject: 1, step: 1 }, { unique: true });
export const NoteSchema = SchemaFactory.createForClass(Note);
NoteSchema.index({ subject: 1 });
export const GateSchema = SchemaFactory.createForClass(Gate);
