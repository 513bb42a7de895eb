import { type UserRole } from '@tributary/contracts';

/** An account as it is stored. */
export interface StoredUser {
  id: string;
  /** Trimmed and in lower case; unique. */
  email: string;
  password_hash: string;
  role: UserRole;
  created_at: Date;
}

/** Where accounts are kept. */
export abstract class UserRepository {
  /** Stores a new account; undefined when the email is taken. */
  abstract create(user: Omit<StoredUser, 'id' | 'created_at'>): Promise<StoredUser | undefined>;
  abstract findByEmail(email: string): Promise<StoredUser | undefined>;
  abstract findById(id: string): Promise<StoredUser | undefined>;
}
