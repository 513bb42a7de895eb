import { DomainError } from '@tributary/common';
import './rate-limit.errors';

/** A key taken apart. */
export interface QuotaKey {
  policy: string;
  /** What the limits per account are counted for; empty when the key names none. */
  scope: string;
}

const LONGEST_NAME = 512;

/** A name as it can be stored in Redis: bounded, and without halves of characters. */
export function storableName(name: string): string {
  if (name.length > LONGEST_NAME) {
    throw new DomainError('UNKNOWN_QUOTA', {
      detail: `The key of a quota and its owner have at most ${LONGEST_NAME} characters; this has more: ${name.slice(0, 50)}...`,
    });
  }
  return name.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Takes `policy` or `policy/scope` apart; a scope may contain any character. */
export function parseQuotaKey(text: string): QuotaKey {
  const key = storableName(text);
  const slash = key.indexOf('/');
  return slash < 0
    ? { policy: key, scope: '' }
    : { policy: key.slice(0, slash), scope: key.slice(slash + 1) };
}

/** Puts a key together again. */
export function quotaKeyText({ policy, scope }: QuotaKey): string {
  return scope === '' ? policy : `${policy}/${scope}`;
}
