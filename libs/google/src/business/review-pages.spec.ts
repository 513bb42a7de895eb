import fc from 'fast-check';
import { DomainError } from '@tributary/common';
import { readReviewBatch, readReviewPage } from './review-pages';

const LOCATION = 'accounts/1/locations/5';
const REVIEW = {
  name: `${LOCATION}/reviews/Ab`,
  reviewId: 'Ab',
  reviewer: { displayName: 'Lan', profilePhotoUrl: 'https://photos.test/lan' },
  starRating: 'FIVE',
  comment: 'Ngon',
  createTime: '2026-11-10T02:15:31.123456Z',
  updateTime: '2026-11-10T02:15:31.123456789Z',
  reviewReply: {
    comment: 'Cảm ơn',
    updateTime: '2026-11-11T01:00:00Z',
    reviewReplyState: 'APPROVED',
  },
};

const read = (changes: Record<string, unknown>) =>
  readReviewPage({ reviews: [{ ...REVIEW, ...changes }] }, LOCATION).reviews[0];

describe('a page of reviews', () => {
  it('is read, and what nobody knows in it is left out', () => {
    const page = readReviewPage(
      {
        reviews: [{ ...REVIEW, reviewMediaItems: [{ thumbnailUrl: 'x' }], policyViolation: 7 }],
        averageRating: 4.6,
        totalReviewCount: 128,
        nextPageToken: 'next',
        added: 'in 2027',
      },
      LOCATION,
    );
    expect(page).toEqual({
      reviews: [
        {
          key: 'locations/5/reviews/Ab',
          accountId: '1',
          locationId: '5',
          reviewId: 'Ab',
          reviewer: {
            displayName: 'Lan',
            profilePhotoUrl: 'https://photos.test/lan',
            isAnonymous: false,
          },
          rating: 5,
          comment: 'Ngon',
          createTime: '2026-11-10T02:15:31.123456Z',
          updateTime: '2026-11-10T02:15:31.123456789Z',
          reply: { comment: 'Cảm ơn', updateTime: '2026-11-11T01:00:00Z', state: 'APPROVED' },
        },
      ],
      averageRating: 4.6,
      totalReviewCount: 128,
      nextPageToken: 'next',
    });
  });

  it('is empty when Google leaves everything out, or writes it out', () => {
    const none = { reviews: [], totalReviewCount: 0, nextPageToken: undefined };
    expect(readReviewPage({}, LOCATION)).toEqual({ ...none, averageRating: undefined });
    const written = { reviews: [], averageRating: 0, totalReviewCount: 0, nextPageToken: '' };
    expect(readReviewPage(written, LOCATION)).toEqual({ ...none, averageRating: 0 });
  });

  it.each([
    ['ONE', 1],
    ['TWO', 2],
    ['THREE', 3],
    ['FOUR', 4],
    ['FIVE', 5],
    ['STAR_RATING_UNSPECIFIED', null],
    [undefined, null],
  ])('has %s as %j stars', (starRating, rating) => {
    expect(read({ starRating })).toMatchObject({ rating });
  });

  it('may have a reviewer who does not want to be known, no comment and no reply', () => {
    const silent = { comment: undefined, reviewReply: undefined };
    const anonymous = { displayName: '', profilePhotoUrl: '', isAnonymous: true };
    expect(read({ ...silent, reviewer: { isAnonymous: true } })).toMatchObject({
      reviewer: anonymous,
      comment: '',
      reply: null,
    });
    expect(read({ reviewer: undefined })).toMatchObject({
      reviewer: { ...anonymous, isAnonymous: false },
    });
    expect(read({ reviewReply: { comment: 'Hi' } })).toMatchObject({
      reply: { comment: 'Hi', updateTime: null, state: '' },
    });
  });

  it('names its reviews by the location where Google does not', () => {
    expect(read({ name: undefined })).toMatchObject({ key: 'locations/5/reviews/Ab' });
    const entry = { name: 'accounts/-/locations/7', review: { ...REVIEW, name: undefined } };
    expect(readReviewBatch({ locationReviews: [entry] }).reviews).toMatchObject([
      { key: 'locations/7/reviews/Ab', accountId: '-' },
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['reviews[].name', { name: 7 }],
    ['reviews[].name', { name: 'reviews/Ab' }],
    ['reviews[].reviewId', { name: undefined, reviewId: undefined }],
    ['reviews[].reviewId', { name: undefined, reviewId: 'a/b' }],
    ['reviews[].reviewer', { reviewer: 'Lan' }],
    ['reviews[].reviewer.displayName', { reviewer: { displayName: 7 } }],
    ['reviews[].reviewer.isAnonymous', { reviewer: { isAnonymous: 'yes' } }],
    ['reviews[].starRating', { starRating: 5 }],
    ['reviews[].starRating', { starRating: 'SIX' }],
    ['reviews[].starRating', { starRating: 'constructor' }],
    ['reviews[].comment', { comment: null }],
    ['reviews[].createTime', { createTime: undefined }],
    ['reviews[].createTime', { createTime: '2026-11-10' }],
    ['reviews[].updateTime', { updateTime: '2026-99-10T02:15:31Z' }],
    ['reviews[].updateTime', { updateTime: '2026-11-10T02:15:31+07:00' }],
    ['reviews[].reviewReply', { reviewReply: 'Thanks' }],
    ['reviews[].reviewReply.updateTime', { reviewReply: { updateTime: 7 } }],
  ])('is refused with the name of the field that is wrong: %s', (field, changes) => {
    expect(() => read(changes)).toThrow(
      expect.objectContaining({ code: 'INVALID_RESPONSE' }) as Error,
    );
    expect(() => read(changes)).toThrow(` at ${field}.`);
  });

  it.each<[string, unknown]>([
    ['the reviews', []],
    ['the reviews', null],
    ['reviews', { reviews: {} }],
    ['reviews[]', { reviews: ['x'] }],
    ['totalReviewCount', { totalReviewCount: '128' }],
    ['totalReviewCount', { totalReviewCount: -1 }],
    ['averageRating', { averageRating: '4.6' }],
    ['nextPageToken', { nextPageToken: 7 }],
  ])('is refused as a whole when %s is wrong: %j', (field, answer) => {
    expect(() => readReviewPage(answer, LOCATION)).toThrow(` at ${field}.`);
  });

  it('is refused when it leads to itself: it would be listed for ever', () => {
    expect(() => readReviewPage({ nextPageToken: 'same' }, LOCATION, 'same')).toThrow(
      / at nextPageToken\.$/,
    );
  });

  it('may be anything at all, and fails with a code if at all', () => {
    const page = fc.record(
      {
        reviews: fc.array(fc.record({ name: fc.jsonValue(), starRating: fc.jsonValue() })),
        totalReviewCount: fc.jsonValue(),
        locationReviews: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), page), (answer) => {
        for (const reading of [readReviewPage, readReviewBatch]) {
          try {
            reading(answer, LOCATION);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
          }
        }
      }),
    );
  });
});

describe('a page of a batch', () => {
  it('is a flat list over its locations', () => {
    const entries = ['5', '6', '5'].map((id, index) => ({
      name: `accounts/1/locations/${id}`,
      review: { ...REVIEW, name: `accounts/1/locations/${id}/reviews/${index}` },
    }));
    const { reviews, nextPageToken } = readReviewBatch({
      locationReviews: entries,
      nextPageToken: 'n',
    });
    expect(reviews.map(({ key }) => key)).toEqual([
      'locations/5/reviews/0',
      'locations/6/reviews/1',
      'locations/5/reviews/2',
    ]);
    expect(nextPageToken).toBe('n');
    expect(readReviewBatch({})).toEqual({ reviews: [], nextPageToken: undefined });
  });

  it.each<[string, unknown]>([
    ['locationReviews[].name', { review: REVIEW }],
    ['locationReviews[].name', { name: 'accounts/1', review: REVIEW }],
    ['locationReviews[].review', { name: LOCATION }],
    [
      'locationReviews[].review.starRating',
      { name: LOCATION, review: { ...REVIEW, starRating: 1 } },
    ],
  ])('is refused with the name of the field that is wrong: %s', (field, entry) => {
    expect(() => readReviewBatch({ locationReviews: [entry] })).toThrow(` at ${field}.`);
  });
});
