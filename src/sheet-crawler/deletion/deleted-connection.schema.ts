import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** What is remembered of a deleted connection, so that late writes for it are found. */
@Schema({ collection: 'deleted_sheet_connections', versionKey: false })
export class DeletedConnectionRecord {
  /** The id that the connection had. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Date, required: true })
  deleted_at: Date;

  /** When data of the connection is looked for again. */
  @Prop({ type: Date, required: true })
  sweep_at: Date;
}

export const DeletedConnectionSchema = SchemaFactory.createForClass(DeletedConnectionRecord);
DeletedConnectionSchema.index({ sweep_at: 1 });
