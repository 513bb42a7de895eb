import {
  type BusinessAccountDefinition,
  type BusinessLocationDefinition,
  type GoogleEmulator,
  type ReviewDefinition,
} from '@tributary/google-emulator';
import { bearerCredentials, BUSINESS_SCOPE, type UserCall } from '@tributary/google';

/** The Google user of the calls under test. */
export const MERCHANT = 'mai@shop.example';

const START = Date.UTC(2026, 0, 1);

/** Reviews of a location, one a minute, the last one the newest. */
export function reviewsOf(count: number, prefix = 'r'): ReviewDefinition[] {
  return Array.from({ length: count }, (_, index) => ({
    reviewId: `${prefix}${index}`,
    reviewer: { displayName: `Reviewer ${index}` },
    stars: (index % 5) + 1,
    createTime: START + index * 60_000,
  }));
}

/** A location with some reviews. */
export function locationWith(
  id: string,
  reviews: number,
  changes: Partial<BusinessLocationDefinition> = {},
): BusinessLocationDefinition {
  return { id, title: `Location ${id}`, reviews: reviewsOf(reviews, `${id}-`), ...changes };
}

/** An account that the merchant manages. */
export function accountWith(
  id: string,
  locations: readonly BusinessLocationDefinition[],
): BusinessAccountDefinition {
  const accountName = `Account ${id}`;
  return { id, accountName, type: 'LOCATION_GROUP', members: [MERCHANT], locations };
}

/** A call with a token of the merchant, issued to the client that the merchant agreed to. */
export function merchantCall(
  { accounts }: GoogleEmulator,
  clientId: string,
  scopes: readonly string[] = [BUSINESS_SCOPE],
): UserCall {
  const accessToken = accounts.issue(MERCHANT, scopes, undefined, { clientId });
  return { credentials: bearerCredentials({ accessToken, clientId }) };
}
