import { ApiPropertyOptional } from '@nestjs/swagger';
import { PageQueryDto } from '@tributary/common';
import { DEAD_LETTER_STATES, type DeadLetterState } from '@tributary/pipeline';
import { IsIn, IsNotEmpty, IsOptional, IsString } from 'class-validator';

export class DeadLetterGroupQueryDto {
  /**
   * Only letters of this kind of runs.
   * @example pipeline.check
   */
  @IsOptional()
  @IsString()
  kind?: string;
}

export class DeadLetterQueryDto extends PageQueryDto {
  /** What was done with them. */
  @ApiPropertyOptional({ enum: DEAD_LETTER_STATES, default: 'open' })
  @IsIn(DEAD_LETTER_STATES)
  state: DeadLetterState = 'open';

  /**
   * Only letters of this kind of runs.
   * @example pipeline.check
   */
  @IsOptional()
  @IsString()
  kind?: string;

  /** Only letters with this error, as the groups name it. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  group?: string;

  /** Only letters of this user. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  owner?: string;
}
