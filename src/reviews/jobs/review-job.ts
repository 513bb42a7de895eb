import { type ErrorCode, type JoinOutcome, type RunFailure } from '@tributary/contracts';

/** The status of a job. */
export const REVIEW_JOB_STATUSES = [
  'queued',
  'running',
  /** Its access token has expired; it goes on with another one of the same Google user. */
  'waiting_for_token',
  'succeeded',
  'failed',
  'cancelled',
] as const;

/** One of {@link REVIEW_JOB_STATUSES}. */
export type ReviewJobStatus = (typeof REVIEW_JOB_STATUSES)[number];

/** How a job can have ended. */
export type ReviewJobEnd = Extract<ReviewJobStatus, 'succeeded' | 'failed' | 'cancelled'>;

/** How much of what it set out to do a job did. */
export const REVIEW_JOB_OUTCOMES = ['complete', 'partial', 'failed'] as const;

/** One of {@link REVIEW_JOB_OUTCOMES}. */
export type ReviewJobOutcome = JoinOutcome | 'failed';

/** What a job lists: everything, or what is new. */
export type ReviewJobMode = 'full' | 'incremental';

/** A job that fetches the reviews of a Google user. */
export interface ReviewJob {
  readonly id: string;
  readonly user_id: string;
  /** The connection whose sync it is; null for a job with a token that was given. */
  readonly connection_id: string | null;
  readonly mode: ReviewJobMode;
  /** The Google user, where the token tells. */
  readonly google_user_id: string | null;
  readonly google_email: string | null;
  /** The OAuth client that the token was issued to: its quota is used. */
  readonly oauth_client_id: string;
  /** Null once the job has ended. */
  readonly token_sealed: string | null;
  readonly token_expires_at: Date;
  /** Grows with every token. */
  readonly token_version: number;
  readonly run_id: string | null;
  /** The runs without a parent that work with its token: its own, and replays. */
  readonly roots: readonly string[];
  /** Since when its token is known to have expired. */
  readonly waiting_since: Date | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly end: ReviewJobEnd | null;
  readonly outcome: ReviewJobOutcome | null;
  readonly error: RunFailure | null;
  /** When its owner was last told how far it is. */
  readonly progress_at: Date | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** A job with its status. */
export interface ReviewJobView {
  readonly job: ReviewJob;
  readonly status: ReviewJobStatus;
}

/** How far a job is with an account or a location. */
export const REVIEW_STEP_STATES = ['pending', 'running', 'done', 'failed'] as const;

/** One of {@link REVIEW_STEP_STATES}. */
export type ReviewStepState = (typeof REVIEW_STEP_STATES)[number];

/** What a job knows of an account that it found. */
export interface JobAccount {
  readonly account: string;
  readonly name: string;
  readonly state: ReviewStepState;
  readonly locations: number;
  readonly error_code: ErrorCode | null;
  readonly error_message: string | null;
}

/** What a job knows of a location that it found. */
export interface JobLocation {
  readonly location: string;
  readonly title: string;
  /** Those that show it. */
  readonly accounts: readonly string[];
  /** The one through which it is listed; null before that is known. */
  readonly listing_account: string | null;
  readonly state: ReviewStepState;
  readonly listed: number;
  readonly expected: number | null;
  readonly missing: number | null;
  readonly complete: boolean | null;
  readonly reason: string | null;
  /** How many of its reviews the job found new, changed or deleted. */
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly error_code: ErrorCode | null;
  readonly error_message: string | null;
}
/** How many accounts or locations of a job are in each state. */
export type StepCounts = Readonly<Record<ReviewStepState, number>>;
