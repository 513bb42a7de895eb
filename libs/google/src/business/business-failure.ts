import { DomainError } from '@tributary/common';
import { type ErrorCode } from '@tributary/contracts';
import { type GoogleFailure } from '../errors/google-failure';
import { saidBy } from '../errors/to-google-error';

/** What a request of Business Profile asked for. */
export interface BusinessQuestion {
  /** What a 404 means. */
  readonly notFound: ErrorCode;
  /** Whether it asked for reviews, which only verified locations have. */
  readonly isForReviews?: boolean;
  /** The page it asked for, unless that is the first. */
  readonly pageToken?: string | undefined;
}

/** What an error answer of Business Profile means, where it is not the same for all APIs. */
export function explainBusinessFailure(
  failure: GoogleFailure,
  { notFound, isForReviews = false, pageToken }: BusinessQuestion,
): DomainError | undefined {
  const { status, canonical, fields } = failure;
  const cause = saidBy(failure);
  if (status === 403) return new DomainError('BUSINESS_ACCESS_DENIED', { cause });
  if (status === 404) return new DomainError(notFound, { cause });
  if (status !== 400) return undefined;
  if (canonical === 'FAILED_PRECONDITION' && isForReviews) {
    return new DomainError('LOCATION_NOT_VERIFIED', { cause });
  }
  // Where Google does not say which parameter it was: the others were good for the first page.
  const isPageToken = fields.length === 0 || fields.includes('page_token');
  if (pageToken !== undefined && canonical === 'INVALID_ARGUMENT' && isPageToken) {
    return new DomainError('PAGE_TOKEN_INVALID', { cause });
  }
  return undefined;
}
