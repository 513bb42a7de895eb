import { ApiProperty } from '@nestjs/swagger';
import { PageDto } from '@tributary/common';
import { type Run, RunViewDto, toRunViewDto } from '@tributary/pipeline';
import {
  ROW_PROBLEMS,
  type RowChange,
  type RowProblem,
  type RowProblemKind,
  type SyncCounts,
  type SyncReport,
} from '../../state/sync-report';

/** The counts of a sync; rows read are always the sum of written, skipped and failed ones. */
export class SyncCountsDto implements SyncCounts {
  rows_read: number;
  /** Rows that are stored as they were read, whether that took a write or not. */
  rows_written: number;
  /** Rows without a required value. */
  rows_skipped: number;
  /** Rows that cannot be stored. */
  rows_failed: number;
  rows_inserted: number;
  rows_updated: number;
  /** Rows of which only the number is another one. */
  rows_moved: number;
  rows_unchanged: number;
  rows_deleted: number;
  /** Cells that did not convert and stayed text. */
  cell_problems: number;
  /** Requests to Google Sheets. */
  requests: number;
}

/** A problem in a row that may need a fix. */
export class RowProblemDto implements RowProblem {
  /** @example 17 */
  row_number: number;

  @ApiProperty({ enum: ROW_PROBLEMS, example: 'cell' })
  kind: RowProblemKind;

  @ApiProperty({ type: String, nullable: true, example: 'total_amount' })
  field: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'L' })
  column: string | null;

  /** @example "abc" is not a number */
  message: string;
}

/** A stored row that was changed. */
export class RowChangeDto implements RowChange {
  /** @example 17 */
  row_number: number;

  @ApiProperty({ type: [String], example: ['order_status'] })
  fields: readonly string[];
}

/** A sync of a connection. */
export class SheetRunDto extends RunViewDto {
  /** Null when it did not begin. */
  @ApiProperty({ type: SyncCountsDto, nullable: true })
  counts: SyncCountsDto | null;
}

/** A sync with the first of its problems and changes; its counts include all. */
export class SheetRunDetailsDto extends SheetRunDto {
  @ApiProperty({ type: [RowProblemDto] })
  problems: readonly RowProblemDto[];

  /** Rows that were updated, and the fields in which they differ from before. */
  @ApiProperty({ type: [RowChangeDto] })
  changes: readonly RowChangeDto[];
}

export class SheetRunPageDto extends PageDto {
  data: SheetRunDto[];
}

interface RunView {
  readonly run: Run;
  readonly report: SyncReport | undefined;
}

export function toSheetRunDto({ run, report }: RunView): SheetRunDto {
  return { ...toRunViewDto(run), counts: report?.counts ?? null };
}

export function toSheetRunDetailsDto(view: RunView): SheetRunDetailsDto {
  const { report } = view;
  return {
    ...toSheetRunDto(view),
    problems: report?.problems ?? [],
    changes: report?.changes ?? [],
  };
}
