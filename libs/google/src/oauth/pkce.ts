import { createHash, randomBytes } from 'node:crypto';

/** A secret of one consent, and what Google is shown of it beforehand (RFC 7636, S256). */
export interface Pkce {
  /** Kept until the code comes back, and sent with it. */
  readonly verifier: string;
  /** Part of the consent's address. */
  readonly challenge: string;
}

/** Creates a secret, without which the code of a consent cannot be exchanged. */
export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
