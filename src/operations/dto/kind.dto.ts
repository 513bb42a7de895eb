import { ApiProperty } from '@nestjs/swagger';
import { type KindState } from '@tributary/pipeline';
import { toIso } from './to-iso';

/** How many runs of a kind have each status; ended ones count until they expire. */
export class RunCountsDto {
  queued: number;
  running: number;
  waiting: number;
  parked: number;
  succeeded: number;
  failed: number;
  cancelled: number;
}

/** A kind of runs: whether they start, and how many there are. */
export class KindDto {
  /** @example pipeline.check */
  kind: string;

  /**
   * The queue that its runs wait in.
   * @example pipeline_checks
   */
  queue: string;

  /** While true, no run of the kind starts. */
  paused: boolean;

  @ApiProperty({ type: String, nullable: true })
  paused_at: string | null;

  runs: RunCountsDto;
}

/** A kind, and its runs counted by status. */
export interface CountedKind extends KindState {
  runs: RunCountsDto;
}

export function toKindDto({ kind, queue, paused, paused_at, runs }: CountedKind): KindDto {
  return { kind, queue, paused, paused_at: toIso(paused_at), runs };
}
