import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ERROR_CATEGORIES,
  type ErrorCategory,
  type ErrorCode,
  ERROR_CODES,
} from '@tributary/contracts';
import { type DeadLetterGroup } from '@tributary/pipeline';
import { IsBoolean } from 'class-validator';

/** Open dead letters of a kind with the same error. */
export class DeadLetterGroupDto {
  /** @example 3f1a9c07d2b84e56 */
  group: string;

  /** @example pipeline.check */
  kind: string;

  @ApiProperty({ enum: ERROR_CODES, example: 'PARSE_ERROR' })
  code: ErrorCode;

  @ApiProperty({ enum: ERROR_CATEGORIES, example: 'parsing' })
  category: ErrorCategory;

  /**
   * The error without its particulars.
   * @example Row <n> of <text> is not a date
   */
  pattern: string;

  /** How many dead letters are open. */
  count: number;

  /** When the first of them was stored. */
  first_at: string;

  /** When the last of them was stored. */
  last_at: string;
}

export class GroupActionDto {
  /** While true, dead letters are only counted; send false to do it. */
  @ApiPropertyOptional()
  @IsBoolean()
  dry_run: boolean = true;
}

/** What a replay of a group did, or would do. */
export class GroupReplayDto {
  dry_run: boolean;

  /** Dead letters that were open. */
  count: number;

  /** Dead letters that are replayed. */
  replayed: number;

  /** Dead letters left open, because another run works on their subject. */
  skipped: number;

  /** Dead letters left open for the next call: one call replays about a thousand. */
  remaining: number;
}

/** What a discard of a group did, or would do. */
export class GroupDiscardDto {
  dry_run: boolean;

  /** Dead letters that were open. */
  count: number;

  discarded: number;
}

export function toDeadLetterGroupDto(group: DeadLetterGroup): DeadLetterGroupDto {
  return {
    ...group,
    first_at: group.first_at.toISOString(),
    last_at: group.last_at.toISOString(),
  };
}
