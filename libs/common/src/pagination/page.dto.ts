import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** The requested part of a list: `?page=1&page_size=20`. */
export class PageQueryDto {
  /** The page, counted from 1. */
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page: number = 1;

  /** How many entries a page has. */
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  page_size: number = 20;
}

/** What every response with a page of a list has beside its `data`. */
export class PageDto {
  /**
   * Entries on all pages together.
   * @example 42
   */
  total: number;

  /** @example 1 */
  page: number;

  /** @example 20 */
  page_size: number;

  /** @example 3 */
  total_pages: number;
}
