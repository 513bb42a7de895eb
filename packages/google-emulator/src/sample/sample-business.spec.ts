import { type ReviewDefinition, type ReviewSource } from '../business/definition';
import { sampleBusinessAccounts } from './sample-business';

function reviewsOf(seed: number): ReviewDefinition[] {
  return sampleBusinessAccounts(seed, 'lan@shop.test')
    .flatMap(({ locations }) => locations)
    .flatMap(({ reviews }) => {
      const source = reviews as ReviewSource;
      return Array.from({ length: source.count }, (_, index) => source.review(index));
    });
}

describe('the Business Profile of the sample', () => {
  const reviews = reviewsOf(2026);
  const share = (test: (review: ReviewDefinition) => boolean): number =>
    reviews.filter(test).length / reviews.length;

  it('has three accounts with twelve locations, one of them without reviews', () => {
    const accounts = sampleBusinessAccounts(2026, 'lan@shop.test');
    expect(accounts.map(({ type }) => type)).toEqual([
      'PERSONAL',
      'LOCATION_GROUP',
      'LOCATION_GROUP',
    ]);
    const locations = accounts.flatMap((account) => account.locations);
    expect(new Set(locations.map(({ id }) => id)).size).toBe(12);
    expect(
      locations.filter((location) => (location.reviews as ReviewSource).count === 0),
    ).toHaveLength(1);
  });

  it('has about three thousand reviews with ids of their own, of all kinds', () => {
    expect(Math.abs(reviews.length - 3_000)).toBeLessThan(100);
    expect(new Set(reviews.map(({ reviewId }) => reviewId)).size).toBe(reviews.length);
    expect(share(({ stars }) => stars === 5)).toBeGreaterThan(0.55);
    expect(share(({ stars }) => stars <= 2)).toBeGreaterThan(0.05);
    expect(share(({ comment }) => comment === undefined)).toBeGreaterThan(0.2);
    expect(share(({ isAnonymous }) => isAnonymous === true)).toBeGreaterThan(0.02);
    expect(share(({ reply }) => reply !== undefined)).toBeGreaterThan(0.3);
    expect(share(({ updateTime }) => updateTime !== undefined)).toBeGreaterThan(0.02);
    expect(share(({ createTime }) => createTime % 1 !== 0)).toBeGreaterThan(0.9);
    const translated = /^\(Translated by Google\) .+\n\n\(Original\)\n.+$/s;
    expect(share(({ comment }) => translated.test(comment ?? ''))).toBeGreaterThan(0.03);
    expect(share(({ comment }) => /[ăâđêôơư]/i.test(comment ?? ''))).toBeGreaterThan(0.4);
  });

  it('has no review or reply from after the sample, and no change before the review', () => {
    const end = Date.UTC(2026, 9, 31, 17);
    for (const { createTime, updateTime, reply } of reviews) {
      expect(createTime).toBeLessThan(end);
      for (const later of [updateTime, reply?.updateTime]) {
        if (later === undefined) continue;
        expect(later).toBeGreaterThanOrEqual(createTime);
        expect(later).toBeLessThan(end);
      }
    }
  });

  it('is the same for the same seed, and another for another', () => {
    expect(reviewsOf(2026)).toEqual(reviews);
    expect(reviewsOf(7)).not.toEqual(reviews);
  });
});
