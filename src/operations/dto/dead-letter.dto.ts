import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageDto } from '@tributary/common';
import { type JsonValue, RUN_STATUSES, type RunStatus } from '@tributary/contracts';
import {
  type DeadLetter,
  DEAD_LETTER_STATES,
  type DeadLetterState,
  type Replayed,
  RunFailureDto,
} from '@tributary/pipeline';
import { HistoryEntryDto, toHistoryEntryDto } from './history-entry.dto';
import { toIso } from './to-iso';

/** Work that failed for good: a whole run, or one item of it. */
export class DeadLetterDto {
  /** @example 67389ab04c1f2e0012ab34ce */
  id: string;

  @ApiProperty({ enum: DEAD_LETTER_STATES, example: 'open' })
  state: DeadLetterState;

  /** The run that failed. */
  run_id: string;

  /** Which item of the run; null for the run itself. */
  @ApiProperty({ type: String, nullable: true })
  item: string | null;

  /** @example pipeline.check */
  kind: string;

  subject: string;

  /** The user whose work it is. */
  owner: string;

  error: RunFailureDto;

  /** The underlying cause of the error. */
  @ApiProperty({ type: String, nullable: true, example: 'Error: read ECONNRESET' })
  cause: string | null;

  /**
   * The error without its particulars.
   * @example Row <n> of <text> is not a date
   */
  pattern: string;

  /**
   * The group: all dead letters of the kind with the same error.
   * @example 3f1a9c07d2b84e56
   */
  group: string;

  created_at: string;

  /** When it was replayed or discarded. */
  @ApiProperty({ type: String, nullable: true })
  closed_at: string | null;

  /** The run that replayed it. */
  @ApiProperty({ type: String, nullable: true })
  replay_run_id: string | null;
}

/** A dead letter with the payload of a replay, and the history of its run. */
export class DeadLetterDetailsDto extends DeadLetterDto {
  /** The payload of a replay; secret fields read `[sealed]`. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { steps: 3 } })
  payload: Record<string, JsonValue>;

  /** What happened to the run, oldest first; at most its last 50 incidents. */
  history: HistoryEntryDto[];
}

export class DeadLetterPageDto extends PageDto {
  data: DeadLetterDto[];
}

/** The run that replays a dead letter. */
export class ReplayDto {
  /** @example 67389ab04c1f2e0012ab34cd */
  run_id: string;

  @ApiProperty({ enum: RUN_STATUSES, example: 'queued' })
  status: RunStatus;

  /** True when it was replayed before: this is the run of that replay. */
  already_replayed: boolean;
}

export function toDeadLetterDto(letter: DeadLetter): DeadLetterDto {
  const { id, state, run_id, item, kind, subject, owner, error, cause, pattern, group } = letter;
  return {
    id,
    state,
    run_id,
    item: item === '' ? null : item,
    kind,
    subject,
    owner,
    error,
    cause,
    pattern,
    group,
    created_at: letter.created_at.toISOString(),
    closed_at: toIso(letter.closed_at),
    replay_run_id: letter.replay_run_id,
  };
}

/** `letter.payload` has to have its secrets hidden. */
export function toDeadLetterDetailsDto(letter: DeadLetter): DeadLetterDetailsDto {
  const { payload, history } = letter;
  return { ...toDeadLetterDto(letter), payload, history: history.map(toHistoryEntryDto) };
}

export function toDeadLetterPageDto(page: Page<DeadLetter>): DeadLetterPageDto {
  return { ...page, data: page.data.map(toDeadLetterDto) };
}

export function toReplayDto({ run, created }: Replayed): ReplayDto {
  return { run_id: run.id, status: run.status, already_replayed: !created };
}
