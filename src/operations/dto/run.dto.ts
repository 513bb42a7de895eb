import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageDto } from '@tributary/common';
import {
  JOIN_OUTCOMES,
  type JoinOutcome,
  type JsonValue,
  RUN_PRIORITIES,
  type RunPriority,
} from '@tributary/contracts';
import { type Run, RunViewDto, toRunViewDto } from '@tributary/pipeline';
import { HistoryEntryDto, toHistoryEntryDto } from './history-entry.dto';
import { toIso } from './to-iso';

/** What a parked run waits for. */
export class ParkingDto {
  /** @example waiting_for_token */
  reason: string;

  /** When it fails unless that has happened. */
  until: string;
}

/** A run as operators see it. */
export class RunDto extends RunViewDto {
  /** The user whose run it is. */
  owner: string;

  @ApiProperty({ enum: RUN_PRIORITIES, example: 'normal' })
  priority: RunPriority;

  /** Retries used up. */
  retry_count: number;

  /** How often a provider throttled it. */
  throttle_count: number;

  /** How often its worker was lost. */
  loss_count: number;

  /** The fence number of its current or last claim; 0 before the first. */
  fence: number;

  /** Its current or last worker. */
  @ApiProperty({ type: String, nullable: true, example: 'worker-1:4711:8f14e45f' })
  worker: string | null;

  /** When its worker last sent a heartbeat. */
  @ApiProperty({ type: String, nullable: true })
  heartbeat_at: string | null;

  /** While it runs: when it is given to another worker unless a heartbeat comes. */
  @ApiProperty({ type: String, nullable: true })
  lease_until: string | null;

  /** When it was last put in the queue. */
  queued_at: string;

  @ApiProperty({ type: String, nullable: true })
  cancel_requested_at: string | null;

  /** The dead letter that it replays. */
  @ApiProperty({ type: String, nullable: true })
  replay_of: string | null;

  /** The run whose child it is. */
  @ApiProperty({ type: String, nullable: true })
  parent_id: string | null;

  /** The run at the top of its tree; null for a run without a parent. */
  @ApiProperty({ type: String, nullable: true })
  root_id: string | null;

  /** How many children it has; null before it has any. */
  @ApiProperty({ type: Number, nullable: true })
  children: number | null;

  /** Of a run with children that succeeded: whether it did all that it set out to do. */
  @ApiProperty({ enum: JOIN_OUTCOMES, nullable: true, example: 'complete' })
  outcome: JoinOutcome | null;

  /** While it is parked. */
  @ApiProperty({ type: ParkingDto, nullable: true })
  parked: ParkingDto | null;
}

/** A run with everything that is known of it. */
export class RunDetailsDto extends RunDto {
  /** The payload of the run; secret fields read `[sealed]`. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { steps: 3 } })
  payload: Record<string, JsonValue>;

  /** What happened to it, oldest first; at most the last 50 incidents. */
  history: HistoryEntryDto[];
}

export class RunPageDto extends PageDto {
  data: RunDto[];
}

export function toRunDto(run: Run): RunDto {
  const { owner, priority, retry_count, throttle_count, loss_count, fence, worker } = run;
  return {
    ...toRunViewDto(run),
    owner,
    priority,
    retry_count,
    throttle_count,
    loss_count,
    fence,
    worker,
    heartbeat_at: toIso(run.heartbeat_at),
    lease_until: toIso(run.lease_until),
    queued_at: run.queued_at.toISOString(),
    cancel_requested_at: toIso(run.cancel_requested_at),
    replay_of: run.replay_of,
    parent_id: run.parent,
    root_id: run.root,
    children: run.children?.count ?? null,
    outcome: run.outcome,
    parked: run.parked && { reason: run.parked.reason, until: run.parked.until.toISOString() },
  };
}

/** `run.payload` has to have its secrets hidden. */
export function toRunDetailsDto(run: Run): RunDetailsDto {
  return { ...toRunDto(run), payload: run.payload, history: run.history.map(toHistoryEntryDto) };
}

export function toRunPageDto(page: Page<Run>): RunPageDto {
  return { ...page, data: page.data.map(toRunDto) };
}
