import { Injectable, type NestMiddleware } from '@nestjs/common';
import { bearerToken, DomainError, toDomainError } from '@tributary/common';
import { type NextFunction, type Request, type Response } from 'express';
import { AuthService, TokenService } from '../auth';
import { basicCredentials, cookieNamed } from './sign-in-headers';

/** The name of the cookie: renaming it makes all admins sign in again. */
const COOKIE = 'tributary_queues';
const CHALLENGE = 'Basic realm="Tributary", charset="UTF-8"';

/**
 * Lets only admins see the queues, pages and files alike: Nest's guards do not apply to what
 * Express serves itself. A browser signs in with email and password once; from then on a cookie
 * holds its access token, so that the board's polling hashes no passwords.
 */
@Injectable()
export class QueueBoardAccess implements NestMiddleware {
  constructor(
    private readonly auth: AuthService,
    private readonly tokens: TokenService,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    response.setHeader('Cache-Control', 'private, no-cache');
    try {
      await this.admit(request, response);
    } catch (error) {
      // With an outside issuer there is no password that a browser could ask for.
      if (this.tokens.isLocal && toDomainError(error).definition.status === 401) {
        response.setHeader('WWW-Authenticate', CHALLENGE);
      }
      throw error;
    }
    next();
  }

  private async admit(request: Request, response: Response): Promise<void> {
    const remembered = cookieNamed(COOKIE, request.get('cookie'));
    if (remembered !== undefined && (await this.isAdmins(remembered))) return;
    const token = (await this.signIn(request)) ?? remembered;
    if (token === undefined) {
      throw new DomainError('NOT_AUTHENTICATED', {
        detail: 'The queues are for admins. Sign in, or send an access token as Bearer.',
      });
    }
    const { principal, expiresAt } = await this.tokens.verify(token);
    if (principal.role !== 'admin') throw new DomainError('FORBIDDEN');
    response.cookie(COOKIE, token, {
      httpOnly: true,
      sameSite: 'strict',
      path: request.baseUrl,
      secure: request.secure,
      maxAge: expiresAt - Date.now(),
    });
  }

  private async isAdmins(token: string): Promise<boolean> {
    try {
      return (await this.tokens.verify(token)).principal.role === 'admin';
    } catch (error) {
      // The cookie may be outdated while the header is new.
      if (toDomainError(error).code === 'INVALID_TOKEN') return false;
      throw error;
    }
  }

  private async signIn(request: Request): Promise<string | undefined> {
    const authorization = request.get('authorization');
    const credentials = this.tokens.isLocal ? basicCredentials(authorization) : undefined;
    if (!credentials) return bearerToken(authorization);
    return (await this.auth.login(credentials, request.ip)).access_token;
  }
}
