import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A consent that a user was sent to Google for. */
@Schema({ collection: 'review_consent_requests', versionKey: false })
export class ConsentRequestRecord {
  /** The hash of the state: who reads the store cannot use it. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  verifier_sealed: string;

  @Prop({ type: Date, required: true })
  expires_at: Date;
}

export const ConsentRequestSchema = SchemaFactory.createForClass(ConsentRequestRecord);
ConsentRequestSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
