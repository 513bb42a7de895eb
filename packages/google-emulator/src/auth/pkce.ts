import { createHash } from 'node:crypto';

/** Whether a text can be the code challenge of method S256: a SHA-256 in base64url. */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Whether a code verifier is the one from which a challenge was made. */
export function verifiesChallenge(codeVerifier: string, codeChallenge: string): boolean {
  const isWellFormed = /^[\w.~-]{43,128}$/.test(codeVerifier);
  return (
    isWellFormed && createHash('sha256').update(codeVerifier).digest('base64url') === codeChallenge
  );
}
