/** Somebody who calls: a service account, or a user for whom an OAuth client acts. */
export interface Principal {
  readonly email: string;
  /** That of the client where there is one: quotas are counted for it. */
  readonly projectNumber: string;
  readonly clientId?: string;
  readonly scopes: ReadonlySet<string>;
}
