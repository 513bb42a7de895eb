import { SignJWT } from 'jose';

const ISSUER = 'tributary';
const TOKEN_SECONDS = 3_600;

/** What somebody has who is signed in. */
export function tokenFor(id: string, secret: string): Promise<string> {
  return new SignJWT({ role: 'user' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + TOKEN_SECONDS)
    .sign(new TextEncoder().encode(secret));
}
