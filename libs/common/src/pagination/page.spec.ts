import fc from 'fast-check';
import { offsetOf, pageOf } from './page';

describe('pages', () => {
  it('together are the whole list, each at most its size, and empty beyond the end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 100 }), (list, page_size) => {
        const read = (page: number) => {
          const offset = offsetOf({ page, page_size });
          return pageOf(list.slice(offset, offset + page_size), list.length, { page, page_size });
        };
        const { total_pages } = read(1);
        const pages = Array.from({ length: total_pages }, (_, index) => read(index + 1));
        expect(pages.flatMap(({ data }) => data)).toEqual(list);
        expect(pages.every(({ data }) => data.length > 0 && data.length <= page_size)).toBe(true);
        expect(read(total_pages + 1)).toMatchObject({ data: [], total: list.length, total_pages });
      }),
    );
  });
});
