/** A refusal of an OAuth endpoint, which has a shape of its own. */
export class OAuthError extends Error {
  constructor(
    readonly code: 400 | 401,
    readonly error: string,
    readonly description: string,
  ) {
    super(`${error}: ${description}`);
    this.name = 'OAuthError';
  }
}

/** The refusal of a grant: an assertion, a refresh token or a code. */
export function invalidGrant(description: string): OAuthError {
  return new OAuthError(400, 'invalid_grant', description);
}

/** The refusal of a request that lacks a parameter. */
export function missingParameter(name: string): OAuthError {
  return new OAuthError(400, 'invalid_request', `Missing required parameter: ${name}`);
}
