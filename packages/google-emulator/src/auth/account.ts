import { type ApiName } from '../http/route';
import { type AccountKey } from './assertion';

/** What may be said of an account when it is made. */
export interface AccountOptions {
  /** Quotas are shared within a project; told by the domain of the email unless given. */
  readonly projectNumber?: string;
  /** The APIs that its project has not switched on. */
  readonly disabledApis?: readonly ApiName[];
}

/** What may be said of a user. */
export interface UserOptions extends AccountOptions {
  /** What the user has agreed to; managing Business Profiles unless told. */
  readonly scopes?: readonly string[];
  /** The id of the client that may act for the user; one of the user's own unless told. */
  readonly clientId?: string;
}

/** What may be said of an access token that is made for a test. */
export interface TokenOptions {
  /** The client to which it is given; unless told, the one to which the user agreed first. */
  readonly clientId?: string;
  /** Whether the client has a refresh token besides. */
  readonly isOffline?: boolean;
}

/** An account that exists. */
export interface EmulatedAccount {
  readonly email: string;
  readonly kind: 'service account' | 'user';
  readonly projectNumber: string;
  readonly disabledApis: ReadonlySet<ApiName>;
  isDisabled: boolean;
  keys: readonly AccountKey[];
}
