import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { PageQueryDto, SORT_ORDERS, type SortOrder } from '@tributary/common';
import { IsExportFormat } from '@tributary/exports';
import {
  DayRangeQueryDto,
  GranularityQueryDto,
  IsZone,
  OpenDayRangeQueryDto,
} from '@tributary/periods';
import { type TableFormat } from '@tributary/table-files';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { SERIES_METRICS, type SeriesMetrics, TOP_METRICS, type TopMetric } from '../metric-names';

export class TimeZoneQueryDto {
  /**
   * The time zone of the days; without it, that of the spreadsheet.
   * @example Asia/Ho_Chi_Minh
   */
  @IsOptional()
  @IsZone()
  timezone?: string;
}

/** The days of the query. */
export class RangeQueryDto extends IntersectionType(OpenDayRangeQueryDto, TimeZoneQueryDto) {}

export class TimeSeriesQueryDto extends IntersectionType(
  DayRangeQueryDto,
  TimeZoneQueryDto,
  GranularityQueryDto,
) {
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
  @IsExportFormat()
  format: TableFormat = 'csv';
}
