import { DomainError } from '@tributary/common';
import { type ErrorCode } from '@tributary/contracts';
import { type GoogleFailure } from '../errors/google-failure';
import { saidBy } from '../errors/to-google-error';

/** What an error response of Business Profile is interpreted by. */
export interface BusinessFailureContext {
  /** What a 404 means. */
  readonly notFound: ErrorCode;
  /** Whether reviews were requested, which only verified locations have. */
  readonly isForReviews?: boolean;
  /** The token of the requested page, unless that is the first. */
  readonly pageToken?: string | undefined;
}

/** Converts the error responses whose meaning is specific to Business Profile. */
export function explainBusinessFailure(
  failure: GoogleFailure,
  { notFound, isForReviews = false, pageToken }: BusinessFailureContext,
): DomainError | undefined {
  const { status, canonical, fields } = failure;
  const cause = saidBy(failure);
  if (status === 403) return new DomainError('BUSINESS_ACCESS_DENIED', { cause });
  if (status === 404) return new DomainError(notFound, { cause });
  if (status !== 400) return undefined;
  if (canonical === 'FAILED_PRECONDITION' && isForReviews) {
    return new DomainError('LOCATION_NOT_VERIFIED', { cause });
  }
  // If Google does not name the parameter: the others were accepted for the first page.
  const isPageToken = fields.length === 0 || fields.includes('page_token');
  if (pageToken !== undefined && canonical === 'INVALID_ARGUMENT' && isPageToken) {
    return new DomainError('PAGE_TOKEN_INVALID', { cause });
  }
  return undefined;
}
