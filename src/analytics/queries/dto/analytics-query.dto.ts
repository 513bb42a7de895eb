import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { PageQueryDto } from '@tributary/common';
import { TABLE_FORMATS, type TableFormat } from '@tributary/table-files';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { GRANULARITIES, type Granularity } from '../periods/granularity';
import { SERIES_METRICS, type SeriesMetrics, TOP_METRICS, type TopMetric } from '../metric-names';
import { IsDay, IsZone } from './validators';

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The days of the query. */
export class RangeQueryDto {
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

  /**
   * The time zone of the days; without it, that of the spreadsheet.
   * @example Asia/Ho_Chi_Minh
   */
  @IsOptional()
  @IsZone()
  timezone?: string;
}

export class TimeSeriesQueryDto {
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

  /**
   * The time zone of the days; without it, that of the spreadsheet.
   * @example Asia/Ho_Chi_Minh
   */
  @IsOptional()
  @IsZone()
  timezone?: string;

  /** How long the periods are; weeks begin on Mondays. */
  @ApiProperty({ enum: GRANULARITIES, default: 'day', required: false })
  @IsIn(GRANULARITIES)
  granularity: Granularity = 'day';

  /** What each period shows. */
  @ApiProperty({ enum: SERIES_METRICS, default: 'both', required: false })
  @IsIn(SERIES_METRICS)
  metrics: SeriesMetrics = 'both';
}

export class TopQueryDto extends RangeQueryDto {
  /** How many values are wanted. */
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit: number = 10;

  /** By what they lead. */
  @ApiProperty({ enum: TOP_METRICS, default: 'amount', required: false })
  @IsIn(TOP_METRICS)
  metric: TopMetric = 'amount';
}

/** Which rows are returned, and in which order. */
export class RowsQueryDto extends RangeQueryDto {
  /**
   * Rows that have this in one of the searched fields, whatever its case and accents.
   * @example ha noi
   */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  search?: string;

  /**
   * One of the fields that sheets of the type are sorted by; without it, the order of the sheet.
   * @example total_amount
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  sort_by?: string;

  @ApiProperty({ enum: SORT_ORDERS, default: 'desc', required: false })
  @IsIn(SORT_ORDERS)
  sort_order: SortOrder = 'desc';
}

export class DataQueryDto extends IntersectionType(RowsQueryDto, PageQueryDto) {}

export class ExportQueryDto extends RowsQueryDto {
  @ApiProperty({ enum: TABLE_FORMATS, default: 'csv', required: false })
  @IsIn(TABLE_FORMATS)
  format: TableFormat = 'csv';
}
