import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type ErrorCode, ERROR_CODES, RUN_STATUSES, type RunStatus } from '@tributary/contracts';
import { type Run, RunViewDto, toRunViewDto, type Triggered } from '@tributary/pipeline';
import { IsBoolean } from 'class-validator';
import { SYNC_STATUSES, type SyncState, type SyncStatus } from '../../state/sync-state';
import { HeaderDriftDto } from '../../state/dto/header-drift.dto';

export class StartSyncDto {
  /** Deletes rows that vanished from a mirrored sheet, however many they are. */
  @ApiPropertyOptional()
  @IsBoolean()
  accept_deletions: boolean = false;
}

/** The run that syncs the connection. */
export class SyncTriggerDto {
  /** @example 67389ab04c1f2e0012ab34cd */
  connection_id: string;

  /** @example 67389ab04c1f2e0012ab34ce */
  run_id: string;

  @ApiProperty({ enum: RUN_STATUSES, example: 'queued' })
  status: RunStatus;

  /** True when a sync was queued or running already, and no new one was created. */
  already_queued: boolean;
}

/** The state of the sync of a connection. */
export class SyncStatusDto {
  /** @example 67389ab04c1f2e0012ab34cd */
  connection_id: string;

  @ApiProperty({ enum: SYNC_STATUSES, example: 'success' })
  status: SyncStatus;

  /**
   * The highest row that was processed.
   * @example 20001
   */
  last_synced_row: number;

  /** When a sync last succeeded. */
  @ApiProperty({ type: String, nullable: true })
  last_sync_time: string | null;

  /**
   * Rows that are stored.
   * @example 19987
   */
  total_rows_synced: number;

  @ApiProperty({ type: String, nullable: true, example: null })
  error_message: string | null;

  @ApiProperty({ enum: ERROR_CODES, nullable: true, example: null })
  error_code: ErrorCode | null;

  @ApiProperty({ type: HeaderDriftDto, nullable: true, example: null })
  header_drift: HeaderDriftDto | null;

  /** The run that is queued or running. */
  @ApiProperty({ type: RunViewDto, nullable: true })
  active_run: RunViewDto | null;
}

export function toSyncTriggerDto({ run, created }: Triggered): SyncTriggerDto {
  const { id: run_id, subject: connection_id, status } = run;
  return { connection_id, run_id, status, already_queued: !created };
}

export function toSyncStatusDto(view: {
  readonly state: SyncState;
  readonly active: Run | undefined;
}): SyncStatusDto {
  const { state, active } = view;
  const { connection_id, status, last_synced_row, total_rows_synced } = state;
  return {
    connection_id,
    status,
    last_synced_row,
    last_sync_time: state.last_sync_time?.toISOString() ?? null,
    total_rows_synced,
    error_message: state.error_message,
    error_code: state.error_code,
    header_drift: state.drift,
    active_run: active ? toRunViewDto(active) : null,
  };
}
