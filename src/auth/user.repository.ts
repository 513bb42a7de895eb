import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type UserRole } from '@tributary/contracts';
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

const DUPLICATE_KEY = 11_000;

/** Accounts in the `users` collection. */
@Injectable()
export class UserRepository {
  private indexed: Promise<void> | undefined;

  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Stores a new account; undefined when the email is taken. */
  async create(user: Omit<StoredUser, 'id' | 'created_at'>): Promise<StoredUser | undefined> {
    await this.uniqueEmails();
    try {
      return toStored(await this.users.create(user));
    } catch (error) {
      if ((error as { code?: unknown }).code === DUPLICATE_KEY) return undefined;
      throw error;
    }
  }

  /** Until the unique index stands, two registrations at once could both succeed. */
  private uniqueEmails(): Promise<void> {
    this.indexed ??= this.users.createIndexes().catch((error: unknown) => {
      this.indexed = undefined;
      throw error;
    });
    return this.indexed;
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
