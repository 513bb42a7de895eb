import { ApiPropertyOptional } from '@nestjs/swagger';
import { PageQueryDto } from '@tributary/common';
import { RUN_STATUSES, type RunStatus } from '@tributary/contracts';
import { IsIn, IsMongoId, IsNotEmpty, IsOptional, IsString } from 'class-validator';

export class RunQueryDto extends PageQueryDto {
  /**
   * Only runs of this kind.
   * @example pipeline.check
   */
  @IsOptional()
  @IsString()
  kind?: string;

  /** Only runs with this status. */
  @ApiPropertyOptional({ enum: RUN_STATUSES })
  @IsOptional()
  @IsIn(RUN_STATUSES)
  status?: RunStatus;

  /** Only runs that work on this. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  subject?: string;

  /** Only runs of this user. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  owner?: string;

  /**
   * Only what is under this run, at every depth.
   * @example 67389ab04c1f2e0012ab34cd
   */
  @IsOptional()
  @IsMongoId()
  root_id?: string;
}
