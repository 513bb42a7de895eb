/** The addresses of the APIs that we call. */
export interface GoogleEndpoints {
  /** The OAuth token endpoint. */
  readonly token: string;
  /** The base URL of Sheets. */
  readonly sheets: string;
  /** The base URL of Drive. */
  readonly drive: string;
}

/** Google's own hosts, or one address that serves the paths of all of them. */
export function googleEndpoints(baseUrl?: string): GoogleEndpoints {
  if (baseUrl === undefined) {
    return {
      token: 'https://oauth2.googleapis.com/token',
      sheets: 'https://sheets.googleapis.com/v4',
      drive: 'https://www.googleapis.com/drive/v3',
    };
  }
  const base = baseUrl.replace(/\/+$/, '');
  return { token: `${base}/token`, sheets: `${base}/v4`, drive: `${base}/drive/v3` };
}
