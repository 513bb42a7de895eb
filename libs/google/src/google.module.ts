import { type DynamicModule, Module } from '@nestjs/common';
import { Config } from '@tributary/config';
import { RateLimiter, RateLimitModule } from '@tributary/rate-limit';
import { GoogleAccountPool } from './accounts/google-account-pool';
import { BusinessAccountsClient } from './business/business-accounts-client';
import { BusinessLocationsClient } from './business/business-locations-client';
import { BusinessReviewsClient } from './business/business-reviews-client';
import { DriveClient } from './drive/drive-client';
import {
  BUSINESS_ACCOUNTS_QUOTA,
  BUSINESS_LOCATIONS_QUOTA,
  BUSINESS_REVIEWS_QUOTA,
  DRIVE_QUOTA,
  SHEETS_QUOTA,
} from './google-quotas';
import { type GoogleEndpoints, googleEndpoints } from './http/endpoints';
import { GoogleHttp } from './http/google-http';
import { ConnectionTokens } from './oauth/connection-tokens';
import { GoogleOAuth, type OAuthClient } from './oauth/google-oauth';
import { TokenInspector } from './oauth/token-inspector';
import { SheetsClient } from './sheets/sheets-client';
import './errors/google.errors';

const QUOTAS = [
  SHEETS_QUOTA,
  DRIVE_QUOTA,
  BUSINESS_ACCOUNTS_QUOTA,
  BUSINESS_LOCATIONS_QUOTA,
  BUSINESS_REVIEWS_QUOTA,
];

/** The clients that call with service accounts of ours. */
const ACCOUNT_CLIENTS = [SheetsClient, DriveClient];
/** The clients that call for users, with their tokens. */
const USER_CLIENTS = [BusinessAccountsClient, BusinessLocationsClient, BusinessReviewsClient];

/** Makes the clients of Google's APIs available everywhere, on the shared limiter. */
@Module({})
export class GoogleModule {
  /** With the service accounts, the OAuth client and the address that configuration names. */
  static forRoot(): DynamicModule {
    return {
      module: GoogleModule,
      global: true,
      imports: [RateLimitModule.forFeature(QUOTAS)],
      providers: [
        { provide: GoogleAccountPool, inject: [Config], useFactory: accountsOf },
        {
          provide: GoogleHttp,
          inject: [RateLimiter],
          useFactory: (limiter: RateLimiter) => new GoogleHttp(limiter),
        },
        ...ACCOUNT_CLIENTS.map((Client) => ({
          provide: Client,
          inject: [GoogleHttp, GoogleAccountPool, Config],
          useFactory: (http: GoogleHttp, accounts: GoogleAccountPool, config: Config) =>
            new Client(http, accounts, endpointsOf(config)),
        })),
        ...USER_CLIENTS.map((Client) => ({
          provide: Client,
          inject: [GoogleHttp, Config],
          useFactory: (http: GoogleHttp, config: Config) => new Client(http, endpointsOf(config)),
        })),
        {
          provide: TokenInspector,
          inject: [Config],
          useFactory: (config: Config) => new TokenInspector(endpointsOf(config)),
        },
        {
          provide: GoogleOAuth,
          inject: [Config],
          useFactory: (config: Config) => new GoogleOAuth(endpointsOf(config), clientOf(config)),
        },
        {
          provide: ConnectionTokens,
          inject: [GoogleOAuth],
          useFactory: (oauth: GoogleOAuth) => new ConnectionTokens(oauth),
        },
      ],
      exports: [
        GoogleAccountPool,
        ...ACCOUNT_CLIENTS,
        ...USER_CLIENTS,
        TokenInspector,
        GoogleOAuth,
        ConnectionTokens,
      ],
    };
  }
}

function endpointsOf(config: Config): GoogleEndpoints {
  return googleEndpoints(config.GOOGLE_API_BASE_URL);
}

function accountsOf(config: Config): GoogleAccountPool {
  return new GoogleAccountPool({
    keys: config.GOOGLE_SERVICE_ACCOUNT_JSON,
    shareWith: config.GOOGLE_SERVICE_ACCOUNT_EMAIL,
    tokenEndpoint: endpointsOf(config).token,
  });
}

function clientOf(config: Config): OAuthClient | undefined {
  const { GOOGLE_OAUTH_CLIENT_ID: id, GOOGLE_OAUTH_CLIENT_SECRET: secret } = config;
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
