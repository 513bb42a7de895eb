/** The source of the access tokens of a call. */
export interface AccessTokens {
  /** A token that is valid, as far as we know. */
  current(): Promise<string>;
  /** A token that replaces one that Google rejected; fails when there is none. */
  insteadOf(refused: string): Promise<string>;
}

/** What a call signs in with, and the quota that it uses. */
export interface GoogleCredentials {
  /** What limits per account are counted for: a service account, or the OAuth client of a token. */
  readonly quotaScope: string;
  readonly tokens: AccessTokens;
}
