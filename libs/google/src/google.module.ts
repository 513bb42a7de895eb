import { type DynamicModule, Module } from '@nestjs/common';
import { Config } from '@tributary/config';
import { RateLimiter, RateLimitModule } from '@tributary/rate-limit';
import { GoogleAccountPool } from './accounts/google-account-pool';
import { DriveClient } from './drive/drive-client';
import { DRIVE_QUOTA, SHEETS_QUOTA } from './google-quotas';
import { googleEndpoints } from './http/endpoints';
import { GoogleHttp } from './http/google-http';
import { SheetsClient } from './sheets/sheets-client';
import './errors/google.errors';

/** Makes the clients of Google's APIs available everywhere, on the shared limiter. */
@Module({})
export class GoogleModule {
  /** With the service accounts and the address that configuration names. */
  static forRoot(): DynamicModule {
    return {
      module: GoogleModule,
      global: true,
      imports: [RateLimitModule.forFeature([SHEETS_QUOTA, DRIVE_QUOTA])],
      providers: [
        { provide: GoogleAccountPool, inject: [Config], useFactory: accountsOf },
        {
          provide: GoogleHttp,
          inject: [RateLimiter],
          useFactory: (limiter: RateLimiter) => new GoogleHttp(limiter),
        },
        {
          provide: SheetsClient,
          inject: [GoogleHttp, GoogleAccountPool, Config],
          useFactory: (http: GoogleHttp, accounts: GoogleAccountPool, config: Config) =>
            new SheetsClient(http, accounts, googleEndpoints(config.GOOGLE_API_BASE_URL)),
        },
        {
          provide: DriveClient,
          inject: [GoogleHttp, GoogleAccountPool, Config],
          useFactory: (http: GoogleHttp, accounts: GoogleAccountPool, config: Config) =>
            new DriveClient(http, accounts, googleEndpoints(config.GOOGLE_API_BASE_URL)),
        },
      ],
      exports: [GoogleAccountPool, SheetsClient, DriveClient],
    };
  }
}

function accountsOf(config: Config): GoogleAccountPool {
  return new GoogleAccountPool({
    keys: config.GOOGLE_SERVICE_ACCOUNT_JSON,
    shareWith: config.GOOGLE_SERVICE_ACCOUNT_EMAIL,
    tokenEndpoint: googleEndpoints(config.GOOGLE_API_BASE_URL).token,
  });
}
