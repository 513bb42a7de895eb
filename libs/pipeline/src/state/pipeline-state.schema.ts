import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** An entry about the whole pipeline: a counter, a pause. The leases of libs/mongo are beside them. */
@Schema({ collection: 'pipeline_state', versionKey: false })
export class PipelineStateRecord {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Number })
  value?: number;

  @Prop({ type: String })
  text?: string;

  @Prop({ type: Date })
  since?: Date;
}

/** One small collection for all such entries. */
export const PipelineStateSchema = SchemaFactory.createForClass(PipelineStateRecord);
