import { ApiProperty } from '@nestjs/swagger';
import {
  type HistoryEntry,
  RUN_INCIDENTS,
  RunFailureDto,
  type RunIncident,
} from '@tributary/pipeline';
import { toIso } from './to-iso';

/** One thing that happened to a run. */
export class HistoryEntryDto {
  at: string;

  @ApiProperty({ enum: RUN_INCIDENTS, example: 'retrying' })
  what: RunIncident;

  /** The number of the claim concerned. */
  @ApiProperty({ type: Number, nullable: true, example: 17 })
  fence: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'worker-1:4711:8f14e45f' })
  worker: string | null;

  @ApiProperty({ type: RunFailureDto, nullable: true })
  error: RunFailureDto | null;

  /** The underlying cause of the error. */
  @ApiProperty({ type: String, nullable: true, example: 'Error: read ECONNRESET' })
  cause: string | null;

  /** When the run may start again. */
  @ApiProperty({ type: String, nullable: true })
  not_before: string | null;
}

export function toHistoryEntryDto(entry: HistoryEntry): HistoryEntryDto {
  return {
    at: entry.at.toISOString(),
    what: entry.what,
    fence: entry.fence ?? null,
    worker: entry.worker ?? null,
    error: entry.error ?? null,
    cause: entry.cause ?? null,
    not_before: toIso(entry.not_before),
  };
}
