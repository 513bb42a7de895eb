import { type Quota } from '@tributary/rate-limit';

/** Reads of the Sheets API. */
export const SHEETS_QUOTA = {
  name: 'google:sheets',
  limits: 'RATE_LIMIT_GOOGLE_SHEETS',
  address: 'GOOGLE_API_BASE_URL',
  // Google works on a large read of a sheet for up to 180 s.
  maxFlightMs: 190_000,
} as const satisfies Quota;

/** Requests to the Drive API. */
export const DRIVE_QUOTA = {
  name: 'google:drive',
  limits: 'RATE_LIMIT_GOOGLE_DRIVE',
  address: 'GOOGLE_API_BASE_URL',
} as const satisfies Quota;

/** Requests to Business Profile's account management, counted for the OAuth client of the token. */
export const BUSINESS_ACCOUNTS_QUOTA = {
  name: 'google:business:accounts',
  limits: 'RATE_LIMIT_GOOGLE_BUSINESS_ACCOUNTS',
  address: 'GOOGLE_API_BASE_URL',
} as const satisfies Quota;

/** Requests for Business Profile's locations, counted for the OAuth client of the token. */
export const BUSINESS_LOCATIONS_QUOTA = {
  name: 'google:business:locations',
  limits: 'RATE_LIMIT_GOOGLE_BUSINESS_LOCATIONS',
  address: 'GOOGLE_API_BASE_URL',
} as const satisfies Quota;

/** Requests for Business Profile's reviews, counted for the OAuth client of the token. */
export const BUSINESS_REVIEWS_QUOTA = {
  name: 'google:business:reviews',
  limits: 'RATE_LIMIT_GOOGLE_BUSINESS_REVIEWS',
  address: 'GOOGLE_API_BASE_URL',
} as const satisfies Quota;
