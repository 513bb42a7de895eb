import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError, isLoopback, sameSecret } from '@tributary/common';
import { Config } from '@tributary/config';
import { type Request } from 'express';

/** In production, metrics need the token, except from this machine. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.config.NODE_ENV !== 'production') return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (isFromThisMachine(request) || this.hasToken(request)) return true;
    throw new DomainError('NOT_AUTHENTICATED', {
      detail: 'Send the header Authorization: Bearer <METRICS_TOKEN>.',
    });
  }

  private hasToken(request: Request): boolean {
    const { METRICS_TOKEN } = this.config;
    const given = request.get('authorization') ?? '';
    return METRICS_TOKEN !== undefined && sameSecret(given, `Bearer ${METRICS_TOKEN}`);
  }
}

/** A reverse proxy on this machine forwards requests of others, and adds a header. */
function isFromThisMachine(request: Request): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) =>
    request.get(name),
  );
  return !isForwarded && isLoopback(request.socket.remoteAddress);
}
