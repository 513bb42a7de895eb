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
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  LOCATION_METRICS,
  type LocationMetric,
  REVIEW_SORTS,
  type ReviewSort,
} from '../review-names';

/** Texts of a query that are `true` or `false`; others are left to the validator. */
const toBoolean = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

/** `4,5`, or `rating=4&rating=5`; what is no number is left to the validator. */
const toNumbers = ({ value }: { value: unknown }): unknown =>
  value === undefined
    ? undefined
    : [value]
        .flat()
        .flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
        .map((text) => (typeof text === 'string' && /^\d$/.test(text) ? Number(text) : text));

/** Whose reviews, among those of the user. */
export class ReviewPlaceQueryDto {
  /**
   * Reviews of the locations of this account.
   * @example accounts/1
   */
  @IsOptional()
  @Matches(/^accounts\/[^/]{1,100}$/, { message: '$property must be a name such as accounts/1' })
  account?: string;

  /**
   * Reviews of this location.
   * @example locations/5
   */
  @IsOptional()
  @Matches(/^locations\/[^/]{1,100}$/, { message: '$property must be a name such as locations/5' })
  location?: string;

  /**
   * The time zone of the days; without it, the one that is configured.
   * @example Asia/Ho_Chi_Minh
   */
  @IsOptional()
  @IsZone()
  timezone?: string;
}

/** The reviews that were created on some days. */
export class ReviewFiguresQueryDto extends IntersectionType(
  OpenDayRangeQueryDto,
  ReviewPlaceQueryDto,
) {}

export class ReviewSeriesQueryDto extends IntersectionType(
  DayRangeQueryDto,
  ReviewPlaceQueryDto,
  GranularityQueryDto,
) {}

export class TopLocationsQueryDto extends ReviewFiguresQueryDto {
  /** How many locations are wanted. */
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit: number = 10;

  /** By what they lead. */
  @ApiProperty({ enum: LOCATION_METRICS, default: 'count', required: false })
  @IsIn(LOCATION_METRICS)
  metric: LocationMetric = 'count';
}

/** Which reviews are listed, and in which order. */
export class ReviewFilterQueryDto extends ReviewFiguresQueryDto {
  /** One or several numbers of stars: `4,5`, or `rating=4&rating=5`. */
  @ApiPropertyOptional({ type: [Number], example: [4, 5] })
  @IsOptional()
  @Transform(toNumbers)
  @IsArray()
  @ArrayMaxSize(20)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(5, { each: true })
  rating?: number[];

  /** Whether they have a reply. */
  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  replied?: boolean;

  /**
   * Reviews in this language, where it is known.
   * @example vi
   */
  @IsOptional()
  @IsString()
  @MaxLength(35)
  language?: string;

  /** Reviews that were deleted at Google, instead of those that are there. */
  @ApiPropertyOptional()
  @Transform(toBoolean)
  @IsBoolean()
  deleted: boolean = false;

  /**
   * Reviews with this in their text, their reply or the name of the reviewer, whatever its case and
   * accents.
   * @example ca phe
   */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  q?: string;

  @ApiProperty({ enum: REVIEW_SORTS, default: 'created', required: false })
  @IsIn(REVIEW_SORTS)
  sort_by: ReviewSort = 'created';

  @ApiProperty({ enum: SORT_ORDERS, default: 'desc', required: false })
  @IsIn(SORT_ORDERS)
  sort_order: SortOrder = 'desc';
}

export class ReviewListQueryDto extends IntersectionType(ReviewFilterQueryDto, PageQueryDto) {}

export class ReviewExportQueryDto extends ReviewFilterQueryDto {
  @IsExportFormat()
  format: TableFormat = 'csv';
}
