import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type UserRole } from '@tributary/contracts';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { isValidObjectId, type Model } from 'mongoose';
import { User, type UserDocument } from './schemas/user.schema';

/** An account as it is stored. */
export interface StoredUser {
  id: string;
  /** Trimmed and in lower case; unique. */
  email: string;
  password_hash: string;
  role: UserRole;
  created_at: Date;
}

/** Accounts in the `users` collection. */
@Injectable()
export class UserRepository {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Stores a new account; undefined when the email is taken. */
  async create(user: Omit<StoredUser, 'id' | 'created_at'>): Promise<StoredUser | undefined> {
    await ensureIndexes(this.users);
    try {
      return toStored(await this.users.create(user));
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  async findByEmail(email: string): Promise<StoredUser | undefined> {
    const user = await this.users.findOne({ email: { $eq: email } }).exec();
    return user ? toStored(user) : undefined;
  }

  async findById(id: string): Promise<StoredUser | undefined> {
    const user = isValidObjectId(id) ? await this.users.findById(id).exec() : null;
    return user ? toStored(user) : undefined;
  }
}

function toStored(user: UserDocument): StoredUser {
  const { email, password_hash, role, created_at } = user;
  return { id: user._id.toHexString(), email, password_hash, role, created_at };
}
