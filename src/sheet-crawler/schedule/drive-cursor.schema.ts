import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How far the feed of changes of a service account has been read. */
@Schema({ collection: 'sheet_drive_feeds', versionKey: false })
export class DriveCursorRecord {
  /** The account's address, and the address of Google unless it is the usual one. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: String, required: true })
  page_token: string;

  @Prop({ type: Date, required: true })
  read_at: Date;
}

export const DriveCursorSchema = SchemaFactory.createForClass(DriveCursorRecord);
