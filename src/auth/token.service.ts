import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type UserRole } from '@tributary/contracts';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, SignJWT } from 'jose';
import { type IssuedToken, type VerifiedToken } from './account';

const LOCAL_ALGORITHM = 'HS256';
const OUTSIDE_ALGORITHMS = ['RS256', 'ES256'];
const KEY_SET_DEADLINE_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * Issues and checks access tokens. Which algorithms count is decided by the configuration alone:
 * tokens of our own are HS256, those of an outside issuer RS256 or ES256, never both.
 */
@Injectable()
export class TokenService {
  private readonly secret: Uint8Array;
  private readonly outsideKeys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(private readonly config: Config) {
    this.secret = new TextEncoder().encode(config.JWT_SECRET);
    this.outsideKeys =
      config.JWT_JWKS_URL === undefined
        ? undefined
        : createRemoteJWKSet(new URL(config.JWT_JWKS_URL), {
            timeoutDuration: KEY_SET_DEADLINE_MS,
          });
  }

  /** Whether accounts and sign-in are ours or an outside issuer's. */
  get isLocal(): boolean {
    return this.outsideKeys === undefined;
  }

  async issue(user: { id: string; email: string; role: UserRole }): Promise<IssuedToken> {
    const { JWT_ISSUER, JWT_AUDIENCE, JWT_TTL_SECONDS } = this.config;
    const access_token = await new SignJWT({ email: user.email, role: user.role })
      .setProtectedHeader({ alg: LOCAL_ALGORITHM, typ: 'JWT' })
      .setSubject(user.id)
      .setIssuer(JWT_ISSUER)
      .setAudience(JWT_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${JWT_TTL_SECONDS}s`)
      .sign(this.secret);
    return { access_token, expires_in: JWT_TTL_SECONDS };
  }

  /** The user of a token, and its expiry; INVALID_TOKEN when it is not valid. */
  async verify(token: string | undefined): Promise<VerifiedToken> {
    if (token === undefined) throw new DomainError('NOT_AUTHENTICATED');
    const payload = await this.payloadOf(token);
    const { sub: id, exp } = payload;
    if (!id || exp === undefined) throw new DomainError('INVALID_TOKEN');
    const email = typeof payload.email === 'string' ? payload.email : undefined;
    return {
      principal: { id, email, role: this.roleOf(payload) },
      expiresAt: (exp + CLOCK_TOLERANCE_SECONDS) * 1000,
    };
  }

  private async payloadOf(token: string): Promise<JWTPayload> {
    const claims = {
      issuer: this.config.JWT_ISSUER,
      audience: this.config.JWT_AUDIENCE,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    };
    try {
      const { payload } = this.outsideKeys
        ? await jwtVerify(token, this.outsideKeys, { ...claims, algorithms: OUTSIDE_ALGORITHMS })
        : await jwtVerify(token, this.secret, { ...claims, algorithms: [LOCAL_ALGORITHM] });
      return payload;
    } catch (cause) {
      // A key set that cannot be fetched does not make the token invalid.
      const isOutage = cause instanceof errors.JWKSTimeout || !isJoseError(cause);
      throw new DomainError(isOutage ? 'DEPENDENCY_UNAVAILABLE' : 'INVALID_TOKEN', { cause });
    }
  }

  private roleOf(payload: JWTPayload): UserRole {
    const claim = this.isLocal ? payload.role : payload[this.config.JWT_ROLE_CLAIM];
    return claim === 'admin' || (Array.isArray(claim) && claim.includes('admin'))
      ? 'admin'
      : 'user';
  }
}

function isJoseError(error: unknown): boolean {
  // jose reports an HTTP failure of the key set as a plain JOSEError, without a class of its own.
  return error instanceof errors.JOSEError && error.constructor !== errors.JOSEError;
}
