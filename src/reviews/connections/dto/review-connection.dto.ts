import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageDto } from '@tributary/common';
import { type ErrorCode, ERROR_CODES } from '@tributary/contracts';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import {
  REVIEW_CONNECTION_STATUSES,
  type ReviewConnection,
  type ReviewConnectionStatus,
} from '../review-connection';

/** Google's page on which a user connects an account. */
export class ConsentPageDto {
  /** Open it in the browser of the person whose Google account is to be connected. */
  url: string;

  /** The page has to be answered before. */
  expires_at: string;
}

/** What Google sends back with the browser. */
export class ConsentAnswerDto {
  /** Stands for the user who was sent to Google. */
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(500)
  state?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(4_000)
  code?: string;

  /** Instead of a code, such as `access_denied`. */
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(500)
  error?: string;

  @ApiPropertyOptional()
  @IsOptional()
  scope?: unknown;

  @ApiPropertyOptional()
  @IsOptional()
  authuser?: unknown;

  @ApiPropertyOptional()
  @IsOptional()
  prompt?: unknown;

  @ApiPropertyOptional()
  @IsOptional()
  hd?: unknown;

  @ApiPropertyOptional()
  @IsOptional()
  iss?: unknown;

  @ApiPropertyOptional()
  @IsOptional()
  error_description?: unknown;

  @ApiPropertyOptional()
  @IsOptional()
  error_uri?: unknown;
}

/** A connected Google account. */
export class ReviewConnectionDto {
  /** @example 67389ab04c1f2e0012ab34cd */
  id: string;

  /** The address of the Google account. */
  @ApiProperty({ type: String, nullable: true, example: 'mai@shop.example' })
  google_email: string | null;

  /** Whether scheduled syncs include it. */
  enabled: boolean;

  /** `revoked` when Google does not let us act for the account any more: connect it again. */
  @ApiProperty({ enum: REVIEW_CONNECTION_STATUSES, example: 'active' })
  status: ReviewConnectionStatus;

  /** Why its last sync failed. */
  @ApiProperty({ enum: ERROR_CODES, nullable: true, example: null })
  error_code: ErrorCode | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  error_message: string | null;

  /** When a sync last succeeded. */
  @ApiProperty({ type: String, nullable: true })
  last_sync_at: string | null;

  /** When the last sync began that listed all reviews of all locations. */
  @ApiProperty({ type: String, nullable: true })
  last_full_sync_at: string | null;

  /** The job of that sync, with the proof of each location: `GET review-fetch/{job_id}`. */
  @ApiProperty({ type: String, nullable: true })
  last_full_job_id: string | null;

  created_at: string;
  updated_at: string;
}

export class ReviewConnectionPageDto extends PageDto {
  data: ReviewConnectionDto[];
}

/** What can be changed of a connection. */
export class UpdateReviewConnectionDto {
  /** Whether scheduled syncs include it. */
  @IsBoolean()
  enabled: boolean;
}

/** How to sync. */
export class StartReviewSyncDto {
  /** Lists all reviews of all locations, as every `REVIEW_AUDIT_INTERVAL`. */
  @ApiPropertyOptional()
  @IsBoolean()
  full: boolean = false;
}

export function toConsentPageDto(page: {
  readonly url: string;
  readonly expiresAt: Date;
}): ConsentPageDto {
  return { url: page.url, expires_at: page.expiresAt.toISOString() };
}

export function toReviewConnectionDto(connection: ReviewConnection): ReviewConnectionDto {
  const { id, email, enabled, status, error_code, error_message } = connection;
  return {
    id,
    google_email: email,
    enabled,
    status,
    error_code,
    error_message,
    last_sync_at: connection.last_sync_at?.toISOString() ?? null,
    last_full_sync_at: connection.last_full_sync_at?.toISOString() ?? null,
    last_full_job_id: connection.full_job_id,
    created_at: connection.created_at.toISOString(),
    updated_at: connection.updated_at.toISOString(),
  };
}
