import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How the journal of a policy is stored: one document each. */
@Schema({ collection: 'rate_limit_usage', versionKey: false })
export class RateLimitUsage {
  /** The name of the policy. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Date, required: true })
  used_until: Date;

  @Prop({ type: Date, required: true })
  answered_until: Date;
}

/** Of {@link RateLimitUsage}. */
export const RateLimitUsageSchema = SchemaFactory.createForClass(RateLimitUsage);
