import { DomainError } from '@tributary/common';
import '../errors/google.errors';

/** The scope of Business Profile. */
export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage';

/** The second is the old name of the first; tokens with it are still good. */
const BUSINESS_SCOPES = [BUSINESS_SCOPE, 'https://www.googleapis.com/auth/plus.business.manage'];

/** Rejects the scopes of a token or a consent that do not cover Business Profile. */
export function requireBusinessScope(scopes: readonly string[]): void {
  if (BUSINESS_SCOPES.some((scope) => scopes.includes(scope))) return;
  throw new DomainError('BUSINESS_SCOPE_MISSING');
}

/** The scopes of a text with spaces between them. */
export function scopesOf(text: string): readonly string[] {
  return text.split(' ').filter((scope) => scope !== '');
}
