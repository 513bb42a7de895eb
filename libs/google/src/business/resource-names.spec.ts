import { expectAccountId, expectLocationId, expectReviewName } from './resource-names';

describe('the name of a review', () => {
  it('gives the same key through whichever account it is seen', () => {
    const names = ['accounts/1/', 'accounts/22/', 'accounts/-/', ''].map((account) =>
      expectReviewName(`${account}locations/5/reviews/Ab_F-x`, 'name'),
    );
    expect(names.map(({ accountId }) => accountId)).toEqual(['1', '22', '-', undefined]);
    for (const name of names) {
      expect(name).toMatchObject({
        key: 'locations/5/reviews/Ab_F-x',
        locationId: '5',
        reviewId: 'Ab_F-x',
      });
    }
  });

  it.each([
    '',
    'Ab',
    'locations/5',
    'accounts/1/locations/5/reviews/',
    'accounts/1/locations//reviews/x',
    'accounts/1/locations/5/reviews/x/reply',
    5,
    null,
  ])('is refused when it is none: %j', (name) => {
    expect(() => expectReviewName(name, 'reviews[].name')).toThrow(/reviews\[\]\.name/);
  });
});

describe('the names of accounts and locations', () => {
  it('give ids', () => {
    expect(expectAccountId('accounts/12', 'name')).toBe('12');
    expect(expectLocationId('locations/34', 'name')).toBe('34');
    expect(expectLocationId('accounts/12/locations/34', 'name')).toBe('34');
  });

  it('are refused when they are none', () => {
    expect(() => expectAccountId('locations/12', 'name')).toThrow(/accounts\/1 at name/);
    expect(() => expectLocationId('accounts/12', 'name')).toThrow(/locations\/1 at name/);
  });
});
