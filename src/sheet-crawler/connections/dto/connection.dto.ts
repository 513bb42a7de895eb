import { ApiProperty } from '@nestjs/swagger';
import { type ErrorCode, ERROR_CODES } from '@tributary/contracts';
import { type SheetConnection, SYNC_MODES, type SyncMode } from '../sheet-connection';
import { SYNC_STATUSES, type SyncState, type SyncStatus } from '../../state/sync-state';
import { ColumnMappingDto, toColumnMappingDto } from './column-mapping.dto';
import { HeaderDriftDto } from '../../state/dto/header-drift.dto';

/** A connection as its owner sees it. */
export class ConnectionDto {
  /** @example 67389ab04c1f2e0012ab34cd */
  id: string;

  sheet_id: string;

  /** @example Orders */
  sheet_name: string;

  column_mappings: ColumnMappingDto[];

  /** @example 1 */
  header_row: number;

  /** @example 2 */
  data_start_row: number;

  sync_enabled: boolean;

  @ApiProperty({ enum: SYNC_MODES, example: 'append' })
  sync_mode: SyncMode;

  @ApiProperty({ type: String, nullable: true, example: null })
  key_column: string | null;

  /** What its rows are about, as its owner chose; null when the name of the tab decides. */
  @ApiProperty({ type: String, nullable: true, example: null })
  sheet_type: string | null;

  /** The status of its sync. */
  @ApiProperty({ enum: SYNC_STATUSES, example: 'success' })
  status: SyncStatus;

  /** Why its last sync failed. */
  @ApiProperty({ enum: ERROR_CODES, nullable: true, example: null })
  error_code: ErrorCode | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  error_message: string | null;

  /** Mapped columns that are gone from the sheet, until a sync finds all of them. */
  @ApiProperty({ type: HeaderDriftDto, nullable: true, example: null })
  header_drift: HeaderDriftDto | null;

  created_at: string;
  updated_at: string;
}

export function toConnectionDto(view: {
  readonly connection: SheetConnection;
  readonly state: SyncState;
}): ConnectionDto {
  const { connection, state } = view;
  const { id, sheet_id, sheet_name, header_row, data_start_row, sync_enabled } = connection;
  return {
    id,
    sheet_id,
    sheet_name,
    column_mappings: connection.column_mappings.map(toColumnMappingDto),
    header_row,
    data_start_row,
    sync_enabled,
    sync_mode: connection.sync_mode,
    key_column: connection.key_column,
    sheet_type: connection.sheet_type,
    status: state.status,
    error_code: state.error_code,
    error_message: state.error_message,
    header_drift: state.drift,
    created_at: connection.created_at.toISOString(),
    updated_at: connection.updated_at.toISOString(),
  };
}
