/** The addresses of the APIs that we call. */
export interface GoogleEndpoints {
  /** The consent page. */
  readonly consent: string;
  /** The OAuth token endpoint. */
  readonly token: string;
  /** The endpoint that describes an access token. */
  readonly tokenInfo: string;
  /** The endpoint that revokes a consent. */
  readonly revoke: string;
  /** The base URL of Sheets. */
  readonly sheets: string;
  /** The base URL of Drive. */
  readonly drive: string;
  /** The base URL of Business Profile's account management. */
  readonly businessAccounts: string;
  /** The base URL of Business Profile's locations. */
  readonly businessLocations: string;
  /** The base URL of Business Profile's reviews. */
  readonly businessReviews: string;
}

/** Google's own hosts, or one address that serves the paths of all of them. */
export function googleEndpoints(baseUrl?: string): GoogleEndpoints {
  const base = baseUrl?.replace(/\/+$/, '');
  const at = (host: string, path: string): string => (base ?? `https://${host}`) + path;
  return {
    consent: at('accounts.google.com', '/o/oauth2/v2/auth'),
    token: at('oauth2.googleapis.com', '/token'),
    tokenInfo: at('oauth2.googleapis.com', '/tokeninfo'),
    revoke: at('oauth2.googleapis.com', '/revoke'),
    sheets: at('sheets.googleapis.com', '/v4'),
    drive: at('www.googleapis.com', '/drive/v3'),
    businessAccounts: at('mybusinessaccountmanagement.googleapis.com', '/v1'),
    businessLocations: at('mybusinessbusinessinformation.googleapis.com', '/v1'),
    businessReviews: at('mybusiness.googleapis.com', '/v4'),
  };
}
