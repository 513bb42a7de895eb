import { ApiProperty } from '@nestjs/swagger';
import { GRANULARITIES, type Granularity } from '@tributary/periods';
import { LOCATION_METRICS, type LocationMetric } from '../review-names';

/** What reviews add up to. */
export class ReviewFiguresDto {
  /** @example 3005 */
  count: number;

  /** Those that have a rating. @example 3001 */
  rated: number;

  @ApiProperty({ type: Number, nullable: true, example: 4.375 })
  average_rating: number | null;

  /** Those that have a reply. @example 2404 */
  replied: number;

  /** The share of those that have a reply. */
  @ApiProperty({ type: Number, nullable: true, example: 0.8 })
  response_rate: number | null;

  /** From the review to the reply; above 256 minutes at most 0.8 percent less than exactly. */
  @ApiProperty({ type: Number, nullable: true, example: 95 })
  median_response_minutes: number | null;
}

export class ReviewSeriesPointDto extends ReviewFiguresDto {
  /** The first day of the period. @example 2026-11-01 */
  date: string;
}

export class ReviewSeriesDto {
  @ApiProperty({ enum: GRANULARITIES })
  granularity: Granularity;

  data: ReviewSeriesPointDto[];
}

export class RatingShareDto {
  /** Stars. @example 5 */
  value: number;

  /** @example 120 */
  count: number;

  /** All of them together are 100.0. @example 37.5 */
  percentage: number;
}

export class RatingDistributionDto {
  /** @example rating */
  field: string;

  /** Five stars first. */
  data: RatingShareDto[];

  /** Reviews without a rating. @example 4 */
  unrated: number;
}

export class TopLocationDto extends ReviewFiguresDto {
  /** @example locations/5 */
  value: string;

  @ApiProperty({ type: String, nullable: true, example: 'Cà phê Sông Hương' })
  title: string | null;
}

export class TopLocationsDto {
  /** @example location */
  field: string;

  @ApiProperty({ enum: LOCATION_METRICS })
  metric: LocationMetric;

  data: TopLocationDto[];
}
