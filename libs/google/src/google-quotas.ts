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
