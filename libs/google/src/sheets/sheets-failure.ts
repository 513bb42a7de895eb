import { DomainError } from '@tributary/common';
import { type GoogleAccount } from '../accounts/google-account';
import { type GoogleFailure } from '../errors/google-failure';
import { OutsideGridError } from './outside-grid.error';

/** Converts the error responses whose meaning is specific to Sheets. */
export function explainSheetsFailure(
  failure: GoogleFailure,
  { shareWith }: GoogleAccount,
  tab?: string,
): Error | undefined {
  const { status, canonical, message } = failure;
  if (status === 404) return new DomainError('SHEET_NOT_FOUND');
  // Any other 403 concerns the project or the sign-in, and sharing would not help.
  if (status === 403 && /caller does not have permission/i.test(message)) {
    return new DomainError('SHEET_NOT_SHARED', {
      detail: `Cannot access sheet. Please share with ${shareWith}`,
    });
  }
  if (status !== 400) return undefined;
  if (canonical === 'FAILED_PRECONDITION' || /not supported for this document/.test(message)) {
    return new DomainError('SHEET_IS_OFFICE_FILE');
  }
  if (/^Unable to parse range/.test(message)) {
    return new DomainError('TAB_NOT_FOUND', {
      ...(tab === undefined ? {} : { detail: `The spreadsheet has no tab "${tab}".` }),
    });
  }
  return OutsideGridError.from(failure);
}
