/** A refusal of the token endpoint, which has a shape of its own. */
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

/** The refusal of a grant, be it an assertion or a refresh token. */
export function invalidGrant(description: string): OAuthError {
  return new OAuthError(400, 'invalid_grant', description);
}
