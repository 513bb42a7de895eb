import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/**
 * Who does a duty, and until when. Stored among the entries of the pipeline, where leases have
 * always been: processes of the version before have to see the same ones.
 */
@Schema({ collection: 'pipeline_state', versionKey: false })
export class LeaseRecord {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: String })
  holder?: string;

  @Prop({ type: Date })
  until?: Date;
}

/** Of {@link LeaseRecord}. */
export const LeaseSchema = SchemaFactory.createForClass(LeaseRecord);
