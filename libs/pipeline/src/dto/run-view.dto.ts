import { ApiProperty } from '@nestjs/swagger';
import {
  ERROR_CATEGORIES,
  type ErrorCategory,
  type ErrorCode,
  ERROR_CODES,
  RUN_STATUSES,
  type RunStatus,
} from '@tributary/contracts';
import { type Run } from '../ledger/run';
import { type Triggered } from '../run.service';

/** Why an attempt failed. */
export class RunFailureDto {
  @ApiProperty({ enum: ERROR_CODES, example: 'NETWORK_ERROR' })
  code: ErrorCode;

  @ApiProperty({ enum: ERROR_CATEGORIES, example: 'network' })
  category: ErrorCategory;

  /** @example The connection to the source failed. */
  message: string;

  /** Whether the same work may succeed later. */
  retryable: boolean;
}

/** How far a run is. */
export class RunProgressDto {
  /** @example 2 */
  done: number;

  /** How much there is in all, when that is known. */
  @ApiProperty({ type: Number, nullable: true, example: 3 })
  total: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'step 2' })
  note: string | null;
}

/** A run as its owner sees it. */
export class RunViewDto {
  /** @example 67389ab04c1f2e0012ab34cd */
  run_id: string;

  /** @example pipeline.check */
  kind: string;

  /** What it works on. */
  subject: string;

  @ApiProperty({ enum: RUN_STATUSES, example: 'running' })
  status: RunStatus;

  /** The attempt under way; 0 before the first. */
  attempt: number;

  /** It does not start before. */
  not_before: string;

  @ApiProperty({ type: RunProgressDto, nullable: true })
  progress: RunProgressDto | null;

  /** Counts of what was done. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    nullable: true,
    example: { steps: 3 },
  })
  result: Record<string, number> | null;

  /** Of the last attempt that failed. */
  @ApiProperty({ type: RunFailureDto, nullable: true })
  error: RunFailureDto | null;

  created_at: string;

  @ApiProperty({ type: String, nullable: true })
  started_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  finished_at: string | null;
}

/** The response to a trigger: the run that does the work. */
export class TriggeredRunDto {
  /** @example 67389ab04c1f2e0012ab34cd */
  run_id: string;

  @ApiProperty({ enum: RUN_STATUSES, example: 'queued' })
  status: RunStatus;

  /** True when the same work was queued or running already, and no new run was created. */
  already_active: boolean;
}

/** Maps a run to what its owner sees. */
export function toRunViewDto(run: Run): RunViewDto {
  const { id, kind, subject, status, attempt, progress, result, error } = run;
  return {
    run_id: id,
    kind,
    subject,
    status,
    attempt,
    not_before: run.not_before.toISOString(),
    progress,
    result,
    error,
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    finished_at: run.finished_at?.toISOString() ?? null,
  };
}

/** Maps a triggered run to the response. */
export function toTriggeredRunDto({ run, created }: Triggered): TriggeredRunDto {
  return { run_id: run.id, status: run.status, already_active: !created };
}
