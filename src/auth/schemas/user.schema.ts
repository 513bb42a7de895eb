import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type UserRole, USER_ROLES } from '@tributary/contracts';
import { type HydratedDocument } from 'mongoose';

@Schema({
  collection: 'users',
  timestamps: { createdAt: 'created_at', updatedAt: 'updated_at' },
  versionKey: false,
})
export class User {
  @Prop({ type: String, required: true, unique: true })
  email: string;

  @Prop({ type: String, required: true })
  password_hash: string;

  @Prop({ type: String, required: true, enum: USER_ROLES })
  role: UserRole;

  created_at: Date;
}

export type UserDocument = HydratedDocument<User>;
export const UserSchema = SchemaFactory.createForClass(User);
