/** Where the access tokens of a call come from. */
export interface AccessTokens {
  /** A token that is good for the next half minute at least, as far as anybody knows. */
  current(): Promise<string>;
  /** A token instead of one that Google has refused; fails when there is no other. */
  insteadOf(refused: string): Promise<string>;
}

/** What a call signs in with, and whose quota it uses. */
export interface GoogleCredentials {
  /** What limits per account are counted for: a service account, or the OAuth client of a token. */
  readonly quotaScope: string;
  readonly tokens: AccessTokens;
}
