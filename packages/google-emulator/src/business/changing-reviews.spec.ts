import { refusal } from '../testing/call-route';
import { MAI, NOT_FOUND, REVIEWS, type ReviewList, setUp } from '../testing/review-scene';

describe('times', () => {
  it('have no fraction, milliseconds or microseconds, and sort by all of it', async () => {
    const { business, call } = setUp();
    const second = Date.UTC(2026, 10, 9, 8);
    for (const [reviewId, ms] of [
      ['whole', 0],
      ['first', 0.001],
      ['milli', 120],
      ['micro', 120.0451],
    ] as const) {
      business.addReview('501', { reviewId, stars: 3, createTime: second + ms });
    }
    const { reviews } = await call<{ reviews: { reviewId: string; createTime: string }[] }>(
      'GET',
      REVIEWS,
    );
    expect(reviews.map(({ reviewId, createTime }) => [reviewId, createTime])).toEqual([
      ['micro', '2026-11-09T08:00:00.120045Z'],
      ['milli', '2026-11-09T08:00:00.120Z'],
      ['first', '2026-11-09T08:00:00.000001Z'],
      ['whole', '2026-11-09T08:00:00Z'],
    ]);
  });
});

describe('a location of two accounts', () => {
  it('has the same reviews through both, under the name of each', async () => {
    const { business, call } = setUp(2);
    business.shareLocation('102', '501');
    const through = '/v4/accounts/102/locations/501/reviews';
    expect(await call('GET', through)).toMatchObject({
      reviews: [
        { name: 'accounts/102/locations/501/reviews/r0' },
        { name: 'accounts/102/locations/501/reviews/r1' },
      ],
    });
    expect(await call('GET', REVIEWS)).toMatchObject({
      reviews: [{ name: 'accounts/101/locations/501/reviews/r0' }, {}],
    });
    business.removeReview('501', 'r0');
    expect(await call('GET', through)).toMatchObject({ totalReviewCount: 1 });
    const body = { locationNames: ['accounts/102/locations/501'] };
    expect(await call('POST', '/v4/accounts/102/locations:batchGetReviews', body)).toMatchObject({
      locationReviews: [{ name: 'accounts/102/locations/501', review: { reviewId: 'r1' } }],
    });
    business.unshareLocation('102', '501');
    expect(await refusal(call('GET', through))).toMatchObject(NOT_FOUND);
    expect(await call('GET', REVIEWS)).toMatchObject({ totalReviewCount: 1 });
  });

  it('stays with the other account when one is removed', async () => {
    const { business, call } = setUp(1);
    business.add({
      id: '103',
      accountName: 'Agency',
      type: 'LOCATION_GROUP',
      members: [MAI],
      locations: [],
      sharedLocations: ['501'],
    });
    business.remove('101');
    expect(await call('GET', '/v4/accounts/103/locations/501/reviews')).toMatchObject({
      totalReviewCount: 1,
    });
  });
});

describe('what happens between pages', () => {
  const listed = async (
    call: ReturnType<typeof setUp>['call'],
    query = 'pageSize=2',
  ): Promise<{ ids: string[]; totals: (number | undefined)[] }> => {
    const found = { ids: [] as string[], totals: [] as (number | undefined)[] };
    let token = '';
    do {
      const page: ReviewList = await call('GET', `${REVIEWS}?${query}&pageToken=${token}`);
      found.ids.push(...(page.reviews ?? []).map(({ reviewId }) => reviewId));
      found.totals.push(page.totalReviewCount);
      token = page.nextPageToken ?? '';
    } while (token !== '');
    return found;
  };

  it('lets one review come and one go, once, so that the total is as before', async () => {
    const { business, call } = setUp(6);
    business.changeBetweenPages('501', {
      afterPage: 2,
      add: [{ reviewId: 'new', stars: 5 }],
      remove: ['r5'],
    });
    expect(await listed(call)).toEqual({ ids: ['r0', 'r1', 'r2', 'r3', 'r4'], totals: [6, 6, 6] });
    expect(business.pendingChanges('501')).toBe(0);
    expect((await listed(call)).ids).toEqual(['r0', 'new', 'r1', 'r2', 'r3', 'r4']);
  });

  it('lets a review move to where the reader has been', async () => {
    const { business, clock, call } = setUp(4);
    clock.advance(1);
    business.changeBetweenPages('501', { afterPage: 1, edit: [{ reviewId: 'r3', stars: 1 }] });
    expect(await listed(call)).toEqual({ ids: ['r0', 'r1', 'r2'], totals: [4, 4] });
  });

  it('shows reviews twice, or never, where pages are counted', async () => {
    const { business, clock, call } = setUp(4);
    clock.advance(1);
    business.setScenario({ pages: 'by-offset' });
    business.changeBetweenPages('501', { afterPage: 1, add: [{ reviewId: 'new', stars: 5 }] });
    expect(await listed(call)).toEqual({
      ids: ['r0', 'r1', 'r1', 'r2', 'r3'],
      totals: [4, 5, 5],
    });
    business.changeBetweenPages('501', { afterPage: 1, remove: ['new'] });
    expect((await listed(call)).ids).toEqual(['new', 'r0', 'r2', 'r3']);
  });

  it('may happen in several listings, and does not mind what the scene did before', async () => {
    const { business, call } = setUp(2);
    const review = { reviewId: 'new', stars: 5 };
    business.changeBetweenPages('501', { afterPage: 1, times: 3, add: [review], remove: ['r1'] });
    expect(business.pendingChanges('501')).toBe(3);
    for (let i = 0; i < 3; i += 1) await listed(call);
    expect(business.pendingChanges('501')).toBe(0);
    expect(await call('GET', REVIEWS)).toMatchObject({ totalReviewCount: 2 });
  });

  it('has to be possible', () => {
    const { business } = setUp(1);
    const wrong: [Parameters<typeof business.changeBetweenPages>[1], string][] = [
      [{ afterPage: 0 }, 'Give afterPage'],
      [{ afterPage: 1, times: 0.5 }, 'Give times'],
      [{ afterPage: 1, add: [{ stars: 6 }] }, 'its stars'],
      [{ afterPage: 1, edit: [{ reviewId: 'r0', stars: 6 }] }, 'its stars'],
      [{ afterPage: 1, edit: [{ reviewId: 'x' }] }, 'no review x'],
      [{ afterPage: 1, remove: ['x'] }, 'no review x'],
    ];
    for (const [change, message] of wrong) {
      expect(() => business.changeBetweenPages('501', change)).toThrow(message);
    }
    expect(() => business.changeBetweenPages('9', { afterPage: 1 })).toThrow('no location 9');
  });
});
