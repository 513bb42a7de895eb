import { type ServiceAccountKey } from '@tributary/config';
import {
  BUSINESS_ACCOUNTS_QUOTA,
  BUSINESS_LOCATIONS_QUOTA,
  BUSINESS_REVIEWS_QUOTA,
  BusinessAccountsClient,
  BusinessLocationsClient,
  BusinessReviewsClient,
  DRIVE_QUOTA,
  DriveClient,
  GoogleAccountPool,
  googleEndpoints,
  GoogleHttp,
  SHEETS_QUOTA,
  SheetsClient,
} from '@tributary/google';
import { type GoogleEmulator } from '@tributary/google-emulator';
import { limitsOf, RateLimiter, type RateLimiterOptions } from '@tributary/rate-limit';
import { connectRedis } from '@tributary/redis';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { MemoryUsageJournal } from '../medium/rate-limit/memory-usage-journal';

/** The account of the clients under test. */
export const BOT = 'bot@shop.example';

/** The clients of Business Profile. */
export interface BusinessClients {
  readonly accounts: BusinessAccountsClient;
  readonly locations: BusinessLocationsClient;
  readonly reviews: BusinessReviewsClient;
}

/** Clients as the application has them, but with quotas of their own. */
export interface GoogleClients {
  readonly accounts: GoogleAccountPool;
  readonly http: GoogleHttp;
  readonly sheets: SheetsClient;
  readonly drive: DriveClient;
  readonly business: BusinessClients;
  readonly limiter: RateLimiter;
}

const QUOTAS = [
  SHEETS_QUOTA,
  DRIVE_QUOTA,
  BUSINESS_ACCOUNTS_QUOTA,
  BUSINESS_LOCATIONS_QUOTA,
  BUSINESS_REVIEWS_QUOTA,
];
const closings: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A key file of the emulator as configuration reads it. */
export function keyOf(file: { client_email: string; private_key: string }): ServiceAccountKey {
  return { email: file.client_email, privateKey: file.private_key };
}

/** Clients of an emulator, with quotas that stand in nobody's way unless told. */
export async function connectGoogle(
  emulator: Pick<GoogleEmulator, 'url'>,
  keys: readonly ServiceAccountKey[],
  limits = 'bucket 1000000@1000000/s',
  settings: Partial<Pick<RateLimiterOptions, 'maxFlightMs'>> = {},
): Promise<GoogleClients> {
  const redis = await connectRedis(process.env.REDIS_URL ?? '', new Logger());
  const limiter = new RateLimiter({
    redis,
    journal: new MemoryUsageJournal(),
    redisPrefix: `test-${randomUUID()}`,
    safetyFactor: 1,
    ...settings,
    policies: Object.fromEntries(QUOTAS.map(({ name }) => [name, limitsOf(limits)])),
  });
  closings.push(
    () => redis.disconnect(),
    () => limiter.close(),
  );
  const endpoints = googleEndpoints(emulator.url);
  const accounts = new GoogleAccountPool({ keys, tokenEndpoint: endpoints.token });
  const http = new GoogleHttp(limiter);
  return {
    accounts,
    http,
    limiter,
    sheets: new SheetsClient(http, accounts, endpoints),
    drive: new DriveClient(http, accounts, endpoints),
    business: {
      accounts: new BusinessAccountsClient(http, endpoints),
      locations: new BusinessLocationsClient(http, endpoints),
      reviews: new BusinessReviewsClient(http, endpoints),
    },
  };
}
