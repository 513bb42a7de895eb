import { refusal } from '../testing/call-route';
import { NOT_FOUND, REVIEWS, type ReviewList, setUp } from '../testing/review-scene';

const VALIDATION = 'type.googleapis.com/google.mybusiness.v4.ValidationError';

describe('reviews.list', () => {
  it('leaves out what is not there', async () => {
    const { business, call } = setUp();
    business.addReview('501', {
      reviewId: 'full',
      stars: 5,
      comment: 'Great coffee',
      reviewer: { displayName: 'Trần B', profilePhotoUrl: 'https://photo.test/1' },
      reply: { comment: 'Thank you!', updateTime: Date.UTC(2026, 10, 11, 1) },
    });
    business.addReview('501', {
      reviewId: 'bare',
      stars: 4,
      isAnonymous: true,
      reviewer: { displayName: 'Secret' },
      createTime: Date.UTC(2026, 10, 9),
    });
    expect(await call('GET', REVIEWS)).toEqual({
      reviews: [
        {
          name: 'accounts/101/locations/501/reviews/full',
          reviewId: 'full',
          reviewer: { profilePhotoUrl: 'https://photo.test/1', displayName: 'Trần B' },
          starRating: 'FIVE',
          comment: 'Great coffee',
          createTime: '2026-11-10T02:15:31.123Z',
          updateTime: '2026-11-10T02:15:31.123Z',
          reviewReply: {
            comment: 'Thank you!',
            updateTime: '2026-11-11T01:00:00Z',
            reviewReplyState: 'APPROVED',
          },
        },
        {
          name: 'accounts/101/locations/501/reviews/bare',
          reviewId: 'bare',
          reviewer: { isAnonymous: true },
          starRating: 'FOUR',
          createTime: '2026-11-09T00:00:00Z',
          updateTime: '2026-11-09T00:00:00Z',
        },
      ],
      averageRating: 4.5,
      totalReviewCount: 2,
    });
  });

  it('gives every review once, newest first, with the totals on each page', async () => {
    const { call } = setUp(120);
    const ids: string[] = [];
    let token = '';
    do {
      const page: ReviewList = await call('GET', `${REVIEWS}?pageSize=50&pageToken=${token}`);
      expect(page).toMatchObject({ averageRating: 3, totalReviewCount: 120 });
      ids.push(...(page.reviews ?? []).map(({ reviewId }) => reviewId));
      token = page.nextPageToken ?? '';
    } while (token !== '');
    expect(ids).toEqual(Array.from({ length: 120 }, (_, i) => `r${i}`));
  });

  it.each([
    ['rating', ['ONE', 'ONE', 'TWO', 'TWO']],
    ['rating desc', ['FIVE', 'FIVE', 'FOUR', 'FOUR']],
    ['updateTime desc', ['ONE', 'TWO', 'THREE', 'FOUR']],
  ])('sorts by %s', async (orderBy, expected) => {
    const { call } = setUp(10);
    const page = await call('GET', `${REVIEWS}?pageSize=4&orderBy=${orderBy}`);
    expect(page.reviews?.map(({ starRating }) => starRating)).toEqual(expected);
  });

  it.each(['pageSize=51', 'pageSize=-1', 'orderBy=updateTime', 'orderBy=stars', 'pageToken=x'])(
    'refuses %s',
    async (wrong) => {
      const { call } = setUp(1);
      expect(await refusal(call('GET', `${REVIEWS}?${wrong}`))).toMatchObject({
        code: 400,
        status: 'INVALID_ARGUMENT',
        options: { details: [{ '@type': VALIDATION }] },
      });
    },
  );

  it('refuses a size that is no number, and a token of another list', async () => {
    const { call } = setUp(100);
    expect(await refusal(call('GET', `${REVIEWS}?pageSize=x`))).toMatchObject({
      message: `Invalid value at 'page_size' (TYPE_INT32), "x"`,
    });
    const { nextPageToken } = await call('GET', REVIEWS);
    const wrong = `${REVIEWS}?orderBy=rating&pageToken=${nextPageToken}`;
    expect(await refusal(call('GET', wrong))).toMatchObject({ code: 400 });
  });

  it('is not for strangers, wrong pairs, or locations that are not verified', async () => {
    const { call } = setUp(1);
    for (const path of [
      '102/locations/501',
      '101/locations/9',
      '9/locations/501',
      '-/locations/501',
    ]) {
      expect(await refusal(call('GET', `/v4/accounts/${path}/reviews`))).toMatchObject(NOT_FOUND);
    }
    expect(await refusal(call('GET', REVIEWS, undefined, 'x@y.test'))).toMatchObject(NOT_FOUND);
    expect(await refusal(call('GET', '/v4/accounts/101/locations/503/reviews'))).toMatchObject({
      code: 400,
      status: 'FAILED_PRECONDITION',
    });
  });
});

describe('one review', () => {
  it('can be read, edited by its author, and vanish', async () => {
    const { business, clock, call } = setUp(2);
    expect(await call('GET', `${REVIEWS}/r1`)).toMatchObject({ starRating: 'TWO' });
    clock.advance(5_000);
    business.editReview('501', 'r1', { stars: 5, comment: 'Better now' });
    expect(await call('GET', `${REVIEWS}/r1`)).toMatchObject({
      starRating: 'FIVE',
      comment: 'Better now',
      createTime: '2026-11-10T02:14:31.123Z',
      updateTime: '2026-11-10T02:15:36.123Z',
    });
    const { reviews } = await call('GET', REVIEWS);
    expect(reviews?.map(({ reviewId }) => reviewId)).toEqual(['r1', 'r0']);
    business.removeReview('501', 'r1');
    expect(await refusal(call('GET', `${REVIEWS}/r1`))).toMatchObject(NOT_FOUND);
    expect(await call('GET', REVIEWS)).toMatchObject({ totalReviewCount: 1 });
  });

  it('can be answered, and the answer be taken back', async () => {
    const { clock, call } = setUp(1);
    const reply = `${REVIEWS}/r0/reply`;
    clock.advance(1_000);
    expect(await call('PUT', reply, { comment: 'Cảm ơn!' })).toEqual({
      comment: 'Cảm ơn!',
      updateTime: '2026-11-10T02:15:32.123Z',
      reviewReplyState: 'APPROVED',
    });
    expect(await call('GET', `${REVIEWS}/r0`)).toMatchObject({
      updateTime: '2026-11-10T02:15:31.123Z',
      reviewReply: { comment: 'Cảm ơn!' },
    });
    expect(await call('DELETE', reply)).toEqual({});
    expect(await call('GET', `${REVIEWS}/r0`)).not.toHaveProperty('reviewReply');
    expect(await refusal(call('DELETE', reply))).toMatchObject(NOT_FOUND);
    for (const body of [undefined, {}, { comment: '' }, { comment: 'ế'.repeat(2_000) }]) {
      expect(await refusal(call('PUT', reply, body))).toMatchObject({ code: 400 });
    }
    expect(await refusal(call('PUT', `${REVIEWS}/x/reply`, { comment: 'x' }))).toMatchObject(
      NOT_FOUND,
    );
  });
});

describe('batchGetReviews', () => {
  const PATH = '/v4/accounts/101/locations:batchGetReviews';
  const names = ['501', '502'].map((id) => `accounts/101/locations/${id}`);
  interface Batch {
    locationReviews?: { name: string; review: { reviewId: string } }[];
    nextPageToken?: string;
  }

  it.each([1, 2, 3, 5, 8, 50])('gives every review once, %d at a time', async (pageSize) => {
    const { call } = setUp(5);
    const found: string[] = [];
    let pageToken = '';
    do {
      const page: Batch = await call('POST', PATH, { locationNames: names, pageSize, pageToken });
      const entries = page.locationReviews ?? [];
      expect(entries.length).toBeLessThanOrEqual(pageSize);
      found.push(...entries.map(({ name, review }) => `${name.slice(-3)} ${review.reviewId}`));
      pageToken = page.nextPageToken ?? '';
    } while (pageToken !== '');
    expect(found).toEqual([
      ...['r0', 'r1', 'r2', 'r3', 'r4'].map((id) => `501 ${id}`),
      ...['r1000', 'r1001', 'r1002'].map((id) => `502 ${id}`),
    ]);
  });

  it('has no reviews and no token when there are none', async () => {
    const { call } = setUp(0);
    expect(await call('POST', PATH, { locationNames: names.slice(0, 1) })).toEqual({});
  });

  it('can leave out reviews without a comment', async () => {
    const { business, call } = setUp(3);
    business.addReview('501', { reviewId: 'said', stars: 5, comment: 'Good' });
    const body = { locationNames: names.slice(0, 1), ignoreRatingOnlyReviews: true };
    const page = await call<Batch>('POST', PATH.replace(':', '%3A'), body);
    expect(page.locationReviews?.map(({ review }) => review.reviewId)).toEqual(['said']);
  });

  it('refuses what it does not understand', async () => {
    const { call } = setUp(1);
    const wrong = [
      undefined,
      { locationNames: [] },
      { locationNames: ['locations/501'] },
      { locationNames: Array.from({ length: 51 }, () => names[0]) },
      { locationNames: names, pageSize: -1 },
      { locationNames: names, pageToken: 'x' },
      { locationNames: names, orderBy: 'x' },
      { locationNames: ['accounts/101/locations/503'] },
    ];
    for (const body of wrong) {
      expect(await refusal(call('POST', PATH, body))).toMatchObject({ code: 400 });
    }
    for (const name of ['accounts/102/locations/504', 'accounts/101/locations/9']) {
      expect(await refusal(call('POST', PATH, { locationNames: [name] }))).toMatchObject(NOT_FOUND);
    }
  });
});

describe('oddities', () => {
  it('answers {} for a location without reviews, or zeros', async () => {
    const { business, call } = setUp(0);
    expect(await call('GET', REVIEWS)).toEqual({});
    business.setScenario({ emptyLocation: 'zeros' });
    expect(await call('GET', REVIEWS)).toEqual({
      reviews: [],
      averageRating: 0,
      totalReviewCount: 0,
    });
  });

  it('can lose the reviews from the second page on', async () => {
    const { business, call } = setUp(120);
    business.setScenario({ reviewsOnlyOnFirstPage: true });
    const first = await call('GET', REVIEWS);
    expect(first.reviews).toHaveLength(50);
    const second = await call('GET', `${REVIEWS}?pageToken=${first.nextPageToken}`);
    expect(second).toEqual({
      averageRating: 3,
      totalReviewCount: 120,
      nextPageToken: expect.any(String) as string,
    });
    const third = await call('GET', `${REVIEWS}?pageToken=${second.nextPageToken}`);
    expect(third).toEqual({ averageRating: 3, totalReviewCount: 120 });
  });

  it('can lose them in one order only', async () => {
    const { business, call } = setUp(60);
    business.setScenario({ reviewsOnlyOnFirstPage: ['updateTime desc'] });
    const second = async (orderBy: string): Promise<ReviewList> => {
      const { nextPageToken } = await call('GET', `${REVIEWS}?orderBy=${orderBy}`);
      return call('GET', `${REVIEWS}?orderBy=${orderBy}&pageToken=${nextPageToken}`);
    };
    expect(await second('updateTime desc')).not.toHaveProperty('reviews');
    expect((await second('rating')).reviews).toHaveLength(10);
  });

  it('can lose some reviews in every order, but not the same', async () => {
    const { business, call } = setUp(50);
    business.setScenario({ loseEvery: 5 });
    const ids = async (orderBy: string): Promise<string[]> => {
      const page = await call('GET', `${REVIEWS}?orderBy=${orderBy}`);
      expect(page.totalReviewCount).toBe(50);
      return (page.reviews ?? []).map(({ reviewId }) => reviewId);
    };
    const [newest, lowest] = [await ids('updateTime desc'), await ids('rating')];
    for (const { length } of [newest, lowest]) {
      expect(length).toBeLessThan(50);
      expect(length).toBeGreaterThan(30);
    }
    expect(new Set([...newest, ...lowest]).size).toBeGreaterThan(newest.length);
    expect(await ids('updateTime desc')).toEqual(newest);
  });

  it('can leave the account out of names', async () => {
    const { business, call } = setUp(1);
    business.setScenario({ accountInNames: 'wildcard' });
    const name = 'accounts/-/locations/501/reviews/r0';
    expect(await call('GET', REVIEWS)).toMatchObject({ reviews: [{ name }] });
    expect(await call('GET', `${REVIEWS}/r0`)).toMatchObject({ name });
  });

  it('can answer every third call with 404', async () => {
    const { business, call } = setUp(1);
    business.setScenario({ notFoundEvery: 3 });
    const outcomes: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      outcomes.push(
        await call('GET', REVIEWS).then(
          () => 'ok',
          (error: Error) => error.message,
        ),
      );
    }
    const refused = 'Requested entity was not found.';
    expect(outcomes).toEqual(['ok', 'ok', refused, 'ok', 'ok', refused]);
    business.setScenario({ notFoundEvery: 0 });
    await call('GET', REVIEWS);
  });
});
