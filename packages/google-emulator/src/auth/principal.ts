/** Somebody who calls: a service account, or a user with a token made for a test. */
export interface Principal {
  readonly email: string;
  readonly projectNumber: string;
  readonly scopes: ReadonlySet<string>;
}
