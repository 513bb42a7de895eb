import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageDto } from '@tributary/common';
import { GRANULARITIES, type Granularity } from '@tributary/periods';
import { TOP_METRICS, type TopMetric } from '../metric-names';

/** The summary of a sheet with orders. */
export class OrdersSummaryDto {
  /** @example 20000 */
  total_count: number;
  /** @example 12500000.5 */
  total_amount: number;
  /** Of the orders whose amount could be read. @example 625.000025 */
  avg_amount: number;
}

/** The summary of a sheet with the products of orders. */
export class OrderItemsSummaryDto {
  /** @example 45000 */
  total_quantity: number;
  /** @example 12500000.5 */
  total_line_total: number;
  /** @example 400 */
  unique_products: number;
}

/** The summary of any other sheet. */
export class SimpleSummaryDto {
  /** @example 6000 */
  total_count: number;
}

export class TimeSeriesPointDto {
  /** The first day of the period. @example 2026-11-01 */
  date: string;

  @ApiPropertyOptional({ example: 17 })
  count?: number;

  @ApiPropertyOptional({ example: 4250000 })
  total_amount?: number;
}

export class TimeSeriesDto {
  @ApiProperty({ enum: GRANULARITIES })
  granularity: Granularity;

  data: TimeSeriesPointDto[];
}

export class DistributionValueDto {
  /** @example Shopee */
  value: string;
  /** @example 120 */
  count: number;
  /** All of them together are 100.0. @example 37.5 */
  percentage: number;
}

export class DistributionDto {
  /** @example platform */
  field: string;
  data: DistributionValueDto[];
}

export class TopValueDto {
  /** @example Shopee */
  value: string;
  /** @example 120 */
  count: number;

  @ApiPropertyOptional({ example: 4250000 })
  total_amount?: number;

  @ApiPropertyOptional({ example: 300 })
  total_quantity?: number;
}

export class TopDto {
  /** @example platform */
  field: string;

  @ApiProperty({ enum: TOP_METRICS })
  metric: TopMetric;

  data: TopValueDto[];
}

/** A row of the sheet. */
export class AnalyticsRowDto {
  /** @example 17 */
  row_number: number;

  /** The mapped fields. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { total_amount: 1250000 } })
  data: Record<string, unknown>;

  /** All cells as the sheet shows them, by header. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { total_amount: '1.250.000' },
  })
  raw_data: Record<string, string>;

  synced_at: string;
}

export class AnalyticsDataDto extends PageDto {
  data: AnalyticsRowDto[];
}

/** A stored row as a response shows it, without the metrics that are stored beside it. */
export function toAnalyticsRowDto(row: {
  readonly row_number: number;
  readonly data: object;
  readonly raw_data: Readonly<Record<string, string>>;
  readonly synced_at: Date;
}): AnalyticsRowDto {
  const { row_number, data, raw_data, synced_at } = row;
  // Dates become ISO texts when the response is serialized to JSON.
  return {
    row_number,
    data: data as Record<string, unknown>,
    raw_data,
    synced_at: synced_at.toISOString(),
  };
}
