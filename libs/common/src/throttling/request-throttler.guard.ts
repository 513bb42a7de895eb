import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { type Request } from 'express';
import { DomainError } from '../errors/domain-error';
import { clientAddress } from '../http/client-address';

/** Limits the requests of one address, over all routes together. */
@Injectable()
export class RequestThrottlerGuard extends ThrottlerGuard {
  protected override getTracker(request: Request): Promise<string> {
    return Promise.resolve(clientAddress(request.ip));
  }

  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    limit: ThrottlerLimitDetail,
  ): Promise<void> {
    throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: limit.timeToBlockExpire });
  }
}
