import { Injectable } from '@nestjs/common';
import { clientAddress, DomainError, WindowCounter } from '@tributary/common';
import { Config } from '@tributary/config';
import { createHash } from 'node:crypto';

/** Slows down guessing: per address over all accounts, and per account over all addresses. */
@Injectable()
export class LoginThrottle {
  constructor(
    private readonly counter: WindowCounter,
    private readonly config: Config,
  ) {}

  async countAddress(ip: string | undefined): Promise<void> {
    await this.count(`login:address:${clientAddress(ip)}`, this.config.LOGIN_ATTEMPTS_PER_ADDRESS);
  }

  /**
   * An email without an account is counted like any other, so the response does not reveal whether
   * it exists.
   */
  async countAccount(email: string): Promise<void> {
    await this.count(accountKey(email), this.config.LOGIN_ATTEMPTS_PER_ACCOUNT);
  }

  /** A right password proves that it was no guess. */
  async forgiveAccount(email: string): Promise<void> {
    await this.counter.clear(accountKey(email));
  }

  private async count(key: string, limit: number): Promise<void> {
    const windowMs = this.config.LOGIN_WINDOW_SECONDS * 1000;
    const { count, remainingMs } = await this.counter.hit(key, windowMs);
    if (count <= limit) return;
    throw new DomainError('TOO_MANY_REQUESTS', {
      detail: 'Too many attempts. Try again after the time in the Retry-After header.',
      retryAfterSeconds: remainingMs / 1000,
    });
  }
}

function accountKey(email: string): string {
  return `login:account:${createHash('sha256').update(email).digest('base64url')}`;
}
