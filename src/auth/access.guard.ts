import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  type Access,
  ACCESS,
  type AuthenticatedRequest,
  bearerToken,
  DomainError,
  sameSecret,
} from '@tributary/common';
import { Config } from '@tributary/config';
import { type Request } from 'express';
import { TokenService } from './token.service';

/** Decides for every route who may call it; without a decorator it is any signed-in user. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenService,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & AuthenticatedRequest>();
    const access =
      this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
        context.getHandler(),
        context.getClass(),
      ]) ?? 'user';

    if (access === 'public') return true;
    if (access === 'internal') return this.hasApiKey(request);
    const token = bearerToken(request.get('authorization'));
    const { principal, expiresAt } = await this.tokens.verify(token);
    request.principal = principal;
    request.tokenExpiresAt = expiresAt;
    if (access === 'admin' && principal.role !== 'admin') throw new DomainError('FORBIDDEN');
    return true;
  }

  private hasApiKey(request: Request): true {
    const given = request.get('x-api-key') ?? '';
    if (!sameSecret(given, this.config.INTERNAL_API_KEY)) throw new DomainError('INVALID_API_KEY');
    return true;
  }
}
