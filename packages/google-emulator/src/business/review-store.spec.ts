import * as fc from 'fast-check';
import { type ReviewDefinition, type ReviewSource } from './definition';
import { REVIEW_ORDERS, ReviewStore, type ReviewOrder } from './review-store';
import { type ReviewKey } from './review-index';

const review = (id: string, stars: number, time: number): ReviewDefinition => ({
  reviewId: id,
  reviewer: {},
  stars,
  createTime: time,
});

function read(book: ReviewStore, order: ReviewOrder, size: number): ReviewDefinition[] {
  const found: ReviewDefinition[] = [];
  let after: ReviewKey | undefined;
  do {
    const page = book.page(order, after, size);
    found.push(...page.reviews);
    after = page.next;
  } while (after);
  return found;
}

const manyReviews = (count: number): ReviewSource & { made: number } => ({
  count,
  made: 0,
  review(index) {
    this.made += 1;
    return review(`r${index}`, 1 + (index % 5), 1_000_000_000_000 - ((index * 7919) % count));
  },
});

const step = fc.oneof(
  fc.record({
    do: fc.constant('add'),
    id: fc.nat(30),
    stars: fc.integer({ min: 1, max: 5 }),
    time: fc.nat(9),
  }),
  fc.record({
    do: fc.constant('replace'),
    id: fc.nat(30),
    stars: fc.integer({ min: 1, max: 5 }),
    time: fc.nat(9),
  }),
  fc.record({
    do: fc.constant('remove'),
    id: fc.nat(30),
    stars: fc.constant(1),
    time: fc.constant(0),
  }),
);

describe('ReviewStore', () => {
  it('reads page by page what a sorted list would have, whatever happened before', () => {
    fc.assert(
      fc.property(
        fc.array(step),
        fc.constantFrom(...REVIEW_ORDERS),
        fc.integer({ min: 1, max: 7 }),
        (steps, order, size) => {
          const model = new Map([3, 7, 11].map((id) => [`r${id}`, review(`r${id}`, 3, id)]));
          const book = new ReviewStore([...model.values()]);
          for (const { do: what, id, stars, time } of steps) {
            const changed = review(`r${id}`, stars, time);
            const isThere = model.has(changed.reviewId);
            if (what === 'add' && !isThere) {
              book.add(changed);
              model.set(changed.reviewId, changed);
            } else if (what === 'replace' && isThere) {
              book.replace(changed);
              model.set(changed.reviewId, changed);
            } else if (what === 'remove' && isThere) {
              book.remove(changed.reviewId);
              model.delete(changed.reviewId);
            }
          }
          const all = [...model.values()];
          const found = read(book, order, size);
          const slices: ReviewDefinition[] = [];
          for (let at: number | undefined = 0; at !== undefined;) {
            const slice = book.slice(order, at, size);
            slices.push(...slice.reviews);
            at = slice.next;
          }
          expect(slices).toEqual(found);
          const byId = (list: ReviewDefinition[]): ReviewDefinition[] =>
            [...list].sort((a, b) => a.reviewId.localeCompare(b.reviewId));
          expect(byId(found)).toEqual(byId(all));
          for (const [index, next] of found.slice(1).entries()) {
            const one = found[index] ?? next;
            const difference = {
              'updateTime desc': 0,
              rating: next.stars - one.stars,
              'rating desc': one.stars - next.stars,
            }[order];
            expect(difference).toBeGreaterThanOrEqual(0);
            if (difference === 0) expect(one.createTime).toBeGreaterThanOrEqual(next.createTime);
          }
          expect(book.count).toBe(all.length);
          const mean = all.reduce((sum, { stars }) => sum + stars, 0) / Math.max(1, all.length);
          expect(book.averageRating).toBe(Math.round(mean * 10) / 10);
          for (let id = 0; id <= 30; id += 1)
            expect(book.find(`r${id}`)).toEqual(model.get(`r${id}`));
        },
      ),
    );
  });

  it('sorts by the update time where there is one', () => {
    const book = new ReviewStore([
      review('old', 5, 10),
      { ...review('edited', 5, 1), updateTime: 20 },
    ]);
    expect(read(book, 'updateTime desc', 1).map(({ reviewId }) => reviewId)).toEqual([
      'edited',
      'old',
    ]);
  });

  it('goes on at the right place when reviews come and go between two pages', () => {
    const book = new ReviewStore([1, 2, 3, 4, 5].map((n) => review(`r${n}`, 5, n)));
    const first = book.page('updateTime desc', undefined, 2);
    book.add(review('new', 5, 99));
    book.remove('r4');
    const second = book.page('updateTime desc', first.next, 2);
    expect(first.reviews.map(({ reviewId }) => reviewId)).toEqual(['r5', 'r4']);
    expect(second.reviews.map(({ reviewId }) => reviewId)).toEqual(['r3', 'r2']);
  });

  it('makes only the reviews that are asked for, out of a hundred thousand', () => {
    const source = manyReviews(100_000);
    const book = new ReviewStore(source);
    expect(source.made).toBe(0);
    expect([book.count, book.averageRating]).toEqual([100_000, 3]);
    source.made = 0;
    const { reviews } = book.page('rating desc', undefined, 50);
    expect(reviews.every(({ stars }) => stars === 5)).toBe(true);
    expect(source.made).toBe(50);
    source.made = 0;
    expect(book.find('r99999')?.reviewId).toBe('r99999');
    expect(source.made).toBeLessThan(5);
  });

  it('answers reviews and takes the answer back', () => {
    const book = new ReviewStore([review('a', 5, 1)]);
    book.setReply('a', { comment: 'Thanks', updateTime: 2 });
    expect(book.find('a')?.reply).toEqual({ comment: 'Thanks', updateTime: 2 });
    expect(book.setReply('a', undefined)).toEqual(review('a', 5, 1));
  });

  it('says what is wrong with an id', () => {
    const book = new ReviewStore([review('a', 5, 1)]);
    expect(() => book.add(review('a', 5, 1))).toThrow('There is a review a already');
    expect(() => book.remove('b')).toThrow('There is no review b at this location');
  });
});
