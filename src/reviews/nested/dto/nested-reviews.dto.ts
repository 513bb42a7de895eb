import { ApiProperty } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from '@tributary/contracts';
import {
  REVIEW_JOB_OUTCOMES,
  REVIEW_JOB_STATUSES,
  REVIEW_STEP_STATES,
  type ReviewJobOutcome,
  type ReviewJobStatus,
  type ReviewStepState,
} from '../../jobs/review-job';

export class NestedReviewerDto {
  @ApiProperty({ example: 'Ana Lima' })
  display_name: string;

  is_anonymous: boolean;

  @ApiProperty({ example: 'https://lh3.googleusercontent.com/a/photo' })
  profile_photo_url: string;
}

export class NestedReplyDto {
  @ApiProperty({ example: 'Thank you!' })
  comment: string;

  /** As Google writes it. */
  @ApiProperty({ type: String, nullable: true, example: '2026-11-02T08:15:00.000000Z' })
  update_time: string | null;

  @ApiProperty({ example: 'APPROVED' })
  state: string;
}

/** A review as a job saw it. */
export class NestedReviewDto {
  @ApiProperty({ example: 'locations/5/reviews/AbC' })
  review_id: string;

  @ApiProperty({ example: 'locations/5' })
  location: string;

  reviewer: NestedReviewerDto;

  /** 1 to 5. */
  @ApiProperty({ type: Number, nullable: true, example: 5 })
  rating: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'Great service!' })
  comment: string | null;

  /** As Google writes it, with microseconds. */
  @ApiProperty({ example: '2026-11-01T10:00:00.123456Z' })
  create_time: string;

  @ApiProperty({ example: '2026-11-01T10:00:00.123456Z' })
  update_time: string;

  @ApiProperty({ type: NestedReplyDto, nullable: true })
  reply: NestedReplyDto | null;
}

export class NestedAddressDto {
  @ApiProperty({ example: 'VN' })
  region: string;

  area: string;
  locality: string;
  postal_code: string;
  lines: string[];
}

/** A location; its reviews are in the order in which they were listed. */
export class NestedLocationDto {
  @ApiProperty({ example: 'locations/5' })
  location: string;

  @ApiProperty({ example: 'Riverside' })
  title: string;

  @ApiProperty({ type: NestedAddressDto, nullable: true })
  address: NestedAddressDto | null;

  @ApiProperty({ enum: REVIEW_STEP_STATES })
  state: ReviewStepState;

  @ApiProperty({ type: Number, nullable: true, example: 120 })
  expected: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 0 })
  missing: number | null;

  /** Whether it is proved that no review is missing; null before that is known. */
  @ApiProperty({ type: Boolean, nullable: true, example: true })
  complete: boolean | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  reason: string | null;

  @ApiProperty({ enum: ERROR_CODES, nullable: true, example: null })
  error_code: ErrorCode | null;

  reviews: NestedReviewDto[];
}

export class NestedAccountDto {
  @ApiProperty({ example: 'accounts/1' })
  account: string;

  @ApiProperty({ example: 'Sample Shop' })
  name: string;

  @ApiProperty({ example: 'LOCATION_GROUP' })
  type: string;

  /** A location that several accounts show is under each of them. */
  locations: NestedLocationDto[];
}

export class NestedReviewsDto {
  @ApiProperty({ format: 'uuid' })
  job_id: string;

  /** What was found so far, unless the job has ended. */
  @ApiProperty({ enum: REVIEW_JOB_STATUSES })
  status: ReviewJobStatus;

  @ApiProperty({ enum: REVIEW_JOB_OUTCOMES, nullable: true })
  outcome: ReviewJobOutcome | null;

  accounts: NestedAccountDto[];
}
