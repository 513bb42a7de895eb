import { type BusinessAccountDefinition, type ReviewDefinition } from './definition';

const TYPES = ['PERSONAL', 'LOCATION_GROUP', 'USER_GROUP', 'ORGANIZATION'];

type Loose = Record<string, unknown>;

/** Refuses an account that the emulator could not show, with a sentence that says what to do. */
export function checkAccount(value: unknown): asserts value is BusinessAccountDefinition {
  const account = object(value, 'the account');
  digits(account.id, 'the account');
  text(account.accountName, 'the account', 'accountName');
  if (!TYPES.includes(account.type as string)) {
    throw new Error(`Give the account a type: one of ${TYPES.join(', ')}`);
  }
  const { members, locations } = account;
  if (!Array.isArray(members) || !members.every((member) => typeof member === 'string')) {
    throw new Error('Give the account its members, a list of emails');
  }
  const shared = account.sharedLocations ?? [];
  if (!Array.isArray(shared) || !shared.every((id) => typeof id === 'string')) {
    throw new Error('Give sharedLocations as a list of ids');
  }
  if (!Array.isArray(locations)) throw new Error('Give the account its locations, a list');
  for (const entry of locations) {
    const location = object(entry, 'each location');
    digits(location.id, 'each location');
    text(location.title, 'each location', 'title');
    const { reviews } = location;
    if (Array.isArray(reviews)) reviews.forEach(checkReview);
    else if (!('review' in object(reviews, "each location's reviews"))) {
      throw new Error('Give each location its reviews, a list or a source');
    }
  }
}

/** Refuses a review that the emulator could not show, with a sentence that says what to do. */
export function checkReview(value: unknown): asserts value is ReviewDefinition {
  const review = object(value, 'the review');
  text(review.reviewId, 'the review', 'reviewId');
  object(review.reviewer, 'the reviewer');
  const { stars, createTime, updateTime } = review;
  if (!Number.isInteger(stars) || Number(stars) < 1 || Number(stars) > 5) {
    throw new Error('Give the review its stars, 1 to 5');
  }
  for (const time of [createTime, updateTime ?? createTime]) {
    if (typeof time !== 'number' || !(Math.abs(time) <= 8.64e15)) {
      throw new Error('Give the times of the review in milliseconds since 1970');
    }
  }
}

function object(value: unknown, whose: string): Loose {
  if (typeof value === 'object' && value !== null) return value as Loose;
  throw new Error(`Give ${whose} as an object`);
}

function text(value: unknown, whose: string, name: string): void {
  if (typeof value !== 'string' || value === '') throw new Error(`Give ${whose} its ${name}`);
}

function digits(value: unknown, whose: string): void {
  if (typeof value === 'string' && /^\d+$/.test(value)) return;
  throw new Error(`Give ${whose} an id of digits, as a text`);
}
