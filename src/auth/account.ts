import { type UserRole } from '@tributary/contracts';

/** What a person signs in with. */
export interface Credentials {
  email: string;
  password: string;
}

/** An account as its owner sees it; outside issuers tell less about theirs. */
export interface Account {
  id: string;
  email: string | undefined;
  role: UserRole;
  created_at: Date | undefined;
}

/** An access token and how long it is good for. */
export interface IssuedToken {
  access_token: string;
  expires_in: number;
}
