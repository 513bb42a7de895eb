import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type Request } from 'express';

const TOKEN_NAME = /token/i;

/** Refuses an address with a token in it, and says where the token belongs. */
@Injectable()
export class NoTokenInUrlGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<Request>();
    if (Object.keys(query).some((name) => TOKEN_NAME.test(name))) {
      throw new DomainError('REVIEW_TOKEN_IN_URL');
    }
    return true;
  }
}
