import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { setTimeout as delay } from 'node:timers/promises';
import { type Credentials } from './account';
import { AuthService } from './auth.service';
import { normalizeEmail } from './normalize-email';

const RETRY_PAUSE_MS = 5_000;

/** Creates the admin that the configuration names, as soon as the store is available. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  private readonly logger = new Logger(FirstAdmin.name);

  constructor(
    private readonly config: Config,
    private readonly auth: AuthService,
    private readonly work: InFlightTracker,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { ADMIN_EMAIL, ADMIN_PASSWORD, JWT_JWKS_URL } = this.config;
    if (ADMIN_EMAIL === undefined || ADMIN_PASSWORD === undefined || JWT_JWKS_URL) return;
    const credentials = { email: normalizeEmail(ADMIN_EMAIL), password: ADMIN_PASSWORD };
    if (!(await this.tried(credentials))) void this.tryOn(credentials);
  }

  private async tryOn(credentials: Credentials): Promise<void> {
    do await delay(RETRY_PAUSE_MS, undefined, { ref: false });
    while (!this.work.isDraining && !(await this.tried(credentials)));
  }

  private async tried(credentials: Credentials): Promise<boolean> {
    try {
      const outcome = await this.auth.ensureAdmin(credentials);
      if (outcome === 'created') this.logger.log('First admin created');
      if (outcome === 'taken') {
        this.logger.warn(
          'ADMIN_EMAIL belongs to an account without the admin role; account left unchanged',
        );
      }
      return true;
    } catch (error) {
      this.logger.warn({ err: error, msg: 'First admin not created, retrying' });
      return false;
    }
  }
}
