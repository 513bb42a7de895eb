import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** Which part of a list is asked for: `?page=1&page_size=20`. */
export class PageQueryDto {
  /** The page, counted from 1. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page: number = 1;

  /** How many entries a page has. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  page_size: number = 20;
}

/** One part of a list, with what is needed to ask for the others. */
export interface Page<T> {
  data: T[];
  total: number;
  page: number;
  page_size: number;
  total_pages: number;
}

/** How many entries stand before the page. */
export function offsetOf({ page, page_size }: PageQueryDto): number {
  return (page - 1) * page_size;
}

/** Wraps the entries of one page. A page beyond the end is empty and has the right totals. */
export function pageOf<T>(data: T[], total: number, { page, page_size }: PageQueryDto): Page<T> {
  return { data, total, page, page_size, total_pages: Math.ceil(total / page_size) };
}
