import { ApiPropertyOptional } from '@nestjs/swagger';
import { PageQueryDto } from '@tributary/common';
import { DEAD_LETTER_STATES, type DeadLetterState } from '@tributary/pipeline';
import { IsIn, IsNotEmpty, IsOptional, IsString } from 'class-validator';

export class DeadLetterGroupQueryDto {
  /**
   * Only dead letters of this kind of runs.
   * @example pipeline.check
   */
  @IsOptional()
  @IsString()
  kind?: string;
}

export class DeadLetterQueryDto extends PageQueryDto {
  /** Only dead letters in this state. */
  @ApiPropertyOptional({ enum: DEAD_LETTER_STATES, default: 'open' })
  @IsIn(DEAD_LETTER_STATES)
  state: DeadLetterState = 'open';

  /**
   * Only dead letters of this kind of runs.
   * @example pipeline.check
   */
  @IsOptional()
  @IsString()
  kind?: string;

  /** Only dead letters of this group. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  group?: string;

  /** Only dead letters of this user. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  owner?: string;
}
