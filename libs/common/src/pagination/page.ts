import { type PageDto, type PageQueryDto } from './page.dto';

/** One page of a list, with what is needed to request the others. */
export interface Page<T> extends PageDto {
  data: T[];
}

/** How many entries come before the page. */
export function offsetOf({ page, page_size }: PageQueryDto): number {
  return (page - 1) * page_size;
}

/** Wraps the entries of one page. A page beyond the end is empty and has the right totals. */
export function pageOf<T>(data: T[], total: number, { page, page_size }: PageQueryDto): Page<T> {
  return { data, total, page, page_size, total_pages: Math.ceil(total / page_size) };
}
