import { ApiProperty } from '@nestjs/swagger';
import { PageDto, PageQueryDto } from '@tributary/common';
import { type ErrorCode, ERROR_CODES } from '@tributary/contracts';
import { RunFailureDto } from '@tributary/pipeline';
import {
  type JobAccount,
  type JobLocation,
  REVIEW_JOB_OUTCOMES,
  REVIEW_JOB_STATUSES,
  REVIEW_STEP_STATES,
  type ReviewJob,
  type ReviewJobOutcome,
  type ReviewJobStatus,
  type ReviewStepState,
  type StepCounts,
} from '../review-job';

/** The answer to a job that was accepted. */
export class ReviewJobAcceptedDto {
  /** @example 0b7f8e3a-7a4d-4a0e-9a39-3f2f7f0f6b5e */
  job_id: string;

  @ApiProperty({ enum: REVIEW_JOB_STATUSES, example: 'queued' })
  status: ReviewJobStatus;

  /** @example Job enqueued for processing */
  message: string;
}

/** A job that fetches reviews. */
export class ReviewJobDto {
  /** @example 0b7f8e3a-7a4d-4a0e-9a39-3f2f7f0f6b5e */
  job_id: string;

  @ApiProperty({ enum: REVIEW_JOB_STATUSES, example: 'succeeded' })
  status: ReviewJobStatus;

  /** The review connection whose sync it is. */
  @ApiProperty({ type: String, nullable: true, example: null })
  connection_id: string | null;

  /** How much of what it set out to do it did; null before its end, and when it was cancelled. */
  @ApiProperty({ enum: REVIEW_JOB_OUTCOMES, nullable: true, example: 'complete' })
  outcome: ReviewJobOutcome | null;

  /** Why it failed. */
  @ApiProperty({ type: RunFailureDto, nullable: true })
  error: RunFailureDto | null;

  /** The address of the Google user, where the token tells it. */
  @ApiProperty({ type: String, nullable: true, example: 'mai@shop.example' })
  google_email: string | null;

  /** Since when it waits for another access token. */
  @ApiProperty({ type: String, nullable: true, example: null })
  waiting_since: string | null;

  created_at: string;

  @ApiProperty({ type: String, nullable: true })
  started_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  finished_at: string | null;
}

export class ReviewJobPageDto extends PageDto {
  data: ReviewJobDto[];
}

/** How many accounts or locations are in each state. */
export class ReviewStageDto implements StepCounts {
  total: number;
  pending: number;
  running: number;
  done: number;
  failed: number;
}

/** What was done with the reviews that were seen. */
export class ReviewCountsDto {
  /** Different reviews that were seen. */
  listed: number;
  /** How many of incomplete locations were not. */
  missing: number;
  /** Those that were not stored before. */
  added: number;
  changed: number;
  /** Those that Google has no more. */
  deleted: number;
}

export class ReviewStagesDto {
  accounts: ReviewStageDto;
  locations: ReviewStageDto;
  /** Locations that were listed without a proof that nothing is missing. */
  locations_incomplete: number;
  reviews: ReviewCountsDto;
}

/** An account that a job found. */
export class ReviewJobAccountDto implements JobAccount {
  /** @example accounts/1 */
  account: string;

  name: string;

  @ApiProperty({ enum: REVIEW_STEP_STATES, example: 'done' })
  state: ReviewStepState;

  /** How many locations it shows. */
  locations: number;

  @ApiProperty({ enum: ERROR_CODES, nullable: true, example: null })
  error_code: ErrorCode | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  error_message: string | null;
}

/** A location that a job found, and the proof that its reviews are complete. */
export class ReviewJobLocationDto implements JobLocation {
  /** @example locations/5 */
  location: string;

  title: string;

  /** Those that show it. */
  @ApiProperty({ type: [String], example: ['accounts/1'] })
  accounts: readonly string[];

  /** The one through which it is listed. */
  @ApiProperty({ type: String, nullable: true, example: 'accounts/1' })
  listing_account: string | null;

  @ApiProperty({ enum: REVIEW_STEP_STATES, example: 'done' })
  state: ReviewStepState;

  /** Different reviews that were seen. */
  listed: number;

  /** How many Google says that there are. */
  @ApiProperty({ type: Number, nullable: true, example: 128 })
  expected: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 0 })
  missing: number | null;

  /** Whether it is proved that no review is missing; null before that is known. */
  @ApiProperty({ type: Boolean, nullable: true, example: true })
  complete: boolean | null;

  /** Why it is not proved: `fewer_than_total`, `more_than_total` or `changed_while_listing`. */
  @ApiProperty({ type: String, nullable: true, example: null })
  reason: string | null;

  added: number;
  changed: number;
  deleted: number;

  @ApiProperty({ enum: ERROR_CODES, nullable: true, example: null })
  error_code: ErrorCode | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  error_message: string | null;
}

/** A job with its stages; its locations are paged, and `stages.locations.total` counts all of them. */
export class ReviewJobDetailsDto extends ReviewJobDto {
  stages: ReviewStagesDto;
  accounts: ReviewJobAccountDto[];
  locations: ReviewJobLocationDto[];
}

/** Which of the locations of a job are shown. */
export class ReviewJobQueryDto extends PageQueryDto {
  override page_size = 100;
}

interface JobView {
  readonly job: ReviewJob;
  readonly status: ReviewJobStatus;
}

interface JobDetails extends JobView {
  readonly accountCounts: StepCounts;
  readonly sums: {
    readonly states: StepCounts;
    readonly incomplete: number;
  } & Readonly<Record<'listed' | 'missing' | 'added' | 'changed' | 'deleted', number>>;
  readonly accounts: readonly JobAccount[];
  readonly locations: readonly JobLocation[];
}

export function toReviewJobAcceptedDto({ job, status }: JobView): ReviewJobAcceptedDto {
  return { job_id: job.id, status, message: 'Job enqueued for processing' };
}

export function toReviewJobDto({ job, status }: JobView): ReviewJobDto {
  return {
    job_id: job.id,
    status,
    connection_id: job.connection_id,
    outcome: job.outcome,
    error: job.error,
    google_email: job.google_email,
    waiting_since: job.waiting_since?.toISOString() ?? null,
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
  };
}

export function toReviewJobDetailsDto(details: JobDetails): ReviewJobDetailsDto {
  const { accountCounts, sums, accounts, locations } = details;
  const { listed, missing, added, changed, deleted } = sums;
  return {
    ...toReviewJobDto(details),
    stages: {
      accounts: toStage(accountCounts),
      locations: toStage(sums.states),
      locations_incomplete: sums.incomplete,
      reviews: { listed, missing, added, changed, deleted },
    },
    accounts: accounts.map(toAccountDto),
    locations: locations.map(toLocationDto),
  };
}

function toStage({ pending, running, done, failed }: StepCounts): ReviewStageDto {
  return { total: pending + running + done + failed, pending, running, done, failed };
}

function toAccountDto(account: JobAccount): ReviewJobAccountDto {
  const { name, state, locations, error_code, error_message } = account;
  return { account: account.account, name, state, locations, error_code, error_message };
}

function toLocationDto(step: JobLocation): ReviewJobLocationDto {
  const { location, title, accounts, listing_account, state, error_code, error_message } = step;
  const { listed, expected, missing, complete, reason, added, changed, deleted } = step;
  return {
    location,
    title,
    accounts,
    listing_account,
    state,
    listed,
    expected,
    missing,
    complete,
    reason,
    added,
    changed,
    deleted,
    error_code,
    error_message,
  };
}
