import { getConnectionToken } from '@nestjs/mongoose';
import { type RawEnvironment } from '@tributary/config';
import { BUSINESS_SCOPE } from '@tributary/google';
import { GoogleEmulator } from '@tributary/google-emulator';
import { type Connection } from 'mongoose';
import { startApp, type TestApp } from './app';
import { MERCHANT } from './business';
import { Client } from './client';
import { eventually } from './eventually';
import { tokenFor } from './live-client';

const emulators: GoogleEmulator[] = [];

afterAll(async () => {
  await Promise.all(emulators.splice(0).map((emulator) => emulator.stop()));
});

/** Quotas that stand in nobody's way. */
const NO_QUOTA = 'bucket 1000000@1000000/s';

/** Where the application believes that browsers reach it. */
const PUBLIC_URL = 'https://app.example';

/** With `openid` and `email` a token tells whose it is. */
const SCOPES = [BUSINESS_SCOPE, 'openid', 'email'];

/** The whole application in one process, with an emulator of Business Profile that has no quota. */
export class ReviewApp {
  private constructor(
    readonly test: TestApp,
    readonly emulator: GoogleEmulator,
    readonly clientId: string,
  ) {}

  static async start(overrides: RawEnvironment = {}): Promise<ReviewApp> {
    const emulator = await GoogleEmulator.start();
    emulators.push(emulator);
    emulator.quotas.switchOff();
    emulator.accounts.addUser(MERCHANT);
    const redirectUris = [`${PUBLIC_URL}/api/v1/google/callback`];
    const client = emulator.accounts.clients.create({ name: 'Shop', redirectUris });
    const { clientId } = client;
    const test = await startApp({
      ROLE: 'all',
      THROTTLE_LIMIT: '1000000',
      GOOGLE_API_BASE_URL: emulator.url,
      GOOGLE_OAUTH_CLIENT_ID: clientId,
      GOOGLE_OAUTH_CLIENT_SECRET: client.clientSecret,
      PUBLIC_URL,
      RATE_LIMIT_GOOGLE_BUSINESS_ACCOUNTS: NO_QUOTA,
      RATE_LIMIT_GOOGLE_BUSINESS_LOCATIONS: NO_QUOTA,
      RATE_LIMIT_GOOGLE_BUSINESS_REVIEWS: NO_QUOTA,
      ...overrides,
    });
    return new ReviewApp(test, emulator, clientId);
  }

  /** The store behind the application, to look at or to damage. */
  get store(): Connection {
    return this.test.app.get<Connection>(getConnectionToken());
  }

  /** Somebody who is signed in. */
  async client(userId: string): Promise<Client> {
    return new Client(this.test.server, await tokenFor(userId));
  }

  /** An access token of a Google user, the merchant unless told. */
  token({
    email = MERCHANT,
    scopes = SCOPES,
    lifetimeMs,
  }: { email?: string; scopes?: readonly string[]; lifetimeMs?: number } = {}): string {
    return this.emulator.accounts.issue(email, scopes, lifetimeMs, {
      clientId: this.clientId,
    });
  }

  /** Has all reviews fetched that a token shows, and gives the id of the job. */
  async enqueue(client: Client, token = this.token()): Promise<string> {
    const { body } = await client.post('/api/v1/review-fetch', { access_token: token }).expect(202);
    return (body as { job_id: string }).job_id;
  }

  async job(client: Client, id: string): Promise<JobDetails> {
    const { body } = await client.get(`/api/v1/review-fetch/${id}`).expect(200);
    return body as JobDetails;
  }

  /** Waits until a job has a status, and its runs that ended were told. */
  async reaches(client: Client, id: string, status: string): Promise<JobDetails> {
    return eventually(`the job is ${status}`, async () => {
      const job = await this.job(client, id);
      return job.status === status ? job : undefined;
    });
  }

  /** Has all reviews fetched and waits for the end. */
  async fetch(client: Client, token?: string): Promise<JobDetails> {
    const id = await this.enqueue(client, token);
    return eventually('the job has ended', async () => {
      const job = await this.job(client, id);
      return job.finished_at === null ? undefined : job;
    });
  }

  /** The stored reviews of somebody. */
  reviews(userId: string): Promise<StoredReviewDocument[]> {
    return this.store
      .collection<StoredReviewDocument>('reviews')
      .find({ user_id: userId })
      .sort({ review_id: 1 })
      .toArray();
  }
}

/** A stored review, as far as tests look at it. */
export interface StoredReviewDocument {
  user_id: string;
  review_id: string;
  accounts: string[];
  rating: number;
  comment: string | null;
  version: number;
  history: { version: number; rating: number; comment: string | null }[];
  deleted_at: Date | null;
}

/** A job as `GET /api/v1/review-fetch/{job_id}` shows it. */
export interface JobDetails {
  job_id: string;
  status: string;
  connection_id: string | null;
  outcome: string | null;
  error: { code: string; message: string } | null;
  waiting_since: string | null;
  finished_at: string | null;
  stages: {
    accounts: Record<string, number>;
    locations: Record<string, number>;
    locations_incomplete: number;
    reviews: Record<string, number>;
  };
  accounts: { account: string; state: string; locations: number; error_code: string | null }[];
  locations: {
    location: string;
    accounts: string[];
    state: string;
    listed: number;
    expected: number | null;
    missing: number | null;
    complete: boolean | null;
    reason: string | null;
    error_code: string | null;
  }[];
}
