import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type FencedDocument } from '@tributary/pipeline';

/** What a user's checks have written: one document, however many there were. */
@Schema({ collection: 'pipeline_checks', versionKey: false })
export class PipelineCheck implements FencedDocument {
  @Prop({ type: String, required: true, unique: true })
  user_id: string;

  @Prop({ type: String, required: true })
  run_id: string;

  @Prop({ type: Number, required: true })
  step: number;

  @Prop({ type: Number, required: true })
  fence: number;
}

export const PipelineCheckSchema = SchemaFactory.createForClass(PipelineCheck);
