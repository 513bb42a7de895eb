import { type Principal } from '@tributary/common';
import { type UserRole } from '@tributary/contracts';

/** What a person signs in with. */
export interface Credentials {
  email: string;
  password: string;
}

/** An account as its owner sees it; outside issuers give fewer fields. */
export interface Account {
  id: string;
  email: string | undefined;
  role: UserRole;
  created_at: Date | undefined;
}

/** The claims of a valid access token. */
export interface VerifiedToken {
  principal: Principal;
  /** When it expires, in milliseconds since 1970. */
  expiresAt: number;
}

/** An access token and its lifetime. */
export interface IssuedToken {
  access_token: string;
  expires_in: number;
}
