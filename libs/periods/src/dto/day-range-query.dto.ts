import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { GRANULARITIES, type Granularity } from '../granularity';
import { IsDay } from './validators';

/** A range of days that has both ends. */
export class DayRangeQueryDto {
  /**
   * The first day, included.
   * @example 2026-01-01
   */
  @IsDay()
  date_from: string;

  /**
   * The last day, included.
   * @example 2026-12-31
   */
  @IsDay()
  date_to: string;
}

/** A range of days that may be open at either end. */
export class OpenDayRangeQueryDto {
  /**
   * The first day, included.
   * @example 2026-01-01
   */
  @IsOptional()
  @IsDay()
  date_from?: string;

  /**
   * The last day, included.
   * @example 2026-12-31
   */
  @IsOptional()
  @IsDay()
  date_to?: string;
}

/** The length of the periods of a time series. */
export class GranularityQueryDto {
  /** How long the periods are; weeks begin on Mondays. */
  @ApiProperty({ enum: GRANULARITIES, default: 'day', required: false })
  @IsIn(GRANULARITIES)
  granularity: Granularity = 'day';
}
