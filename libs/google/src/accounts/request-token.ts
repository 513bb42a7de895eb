import { DomainError } from '@tributary/common';
import { type gaxios } from 'google-auth-library';
import { sendRequest, type HttpResponse } from '../http/send-request';
import { parsedJson, retryAfterOf } from '../http/read-answer';

/** How google-auth-library sends the request for a token. */
export type RequestToken = <T>(options: gaxios.GaxiosOptions) => Promise<gaxios.GaxiosResponse<T>>;

const DEADLINE_MS = 30_000;
const MAX_BYTES = 1_000_000;

/** Sends requests for tokens to an endpoint of our choice: the library knows Google's only. */
export function tokenRequester(endpoint: string): RequestToken {
  return async <T>({ data }: gaxios.GaxiosOptions) => {
    const answer = await sendRequest({
      url: endpoint,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: (data as URLSearchParams).toString(),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
    // The library reads nothing but the data.
    return { data: tokenOf(answer) } as gaxios.GaxiosResponse<T>;
  };
}

function tokenOf(answer: HttpResponse): { access_token: string; expires_in: number } {
  const body = (parsedJson(answer.text) ?? {}) as Record<string, unknown>;
  if (answer.status !== 200) throw toSignInError(answer, body);
  const { access_token, expires_in } = body;
  if (typeof access_token !== 'string' || typeof expires_in !== 'number') {
    throw new DomainError('INVALID_RESPONSE', {
      detail: "Google's token endpoint answered without a token.",
    });
  }
  return { access_token, expires_in };
}

/** The token endpoint has an error shape of its own: `{error, error_description}`. */
function toSignInError(
  { status, headers }: HttpResponse,
  body: Record<string, unknown>,
): DomainError {
  const error = typeof body.error === 'string' ? body.error : undefined;
  const description = typeof body.error_description === 'string' ? body.error_description : '';
  const said = [error, description].filter(Boolean).join(': ');
  if (status === 429) {
    const retryAfterSeconds = retryAfterOf(headers);
    return new DomainError('RATE_LIMITED', retryAfterSeconds ? { retryAfterSeconds } : {});
  }
  if (status >= 500 || error === undefined) {
    return new DomainError('SOURCE_UNAVAILABLE', {
      detail: `Google's token endpoint answered ${status}${said ? ` (${said})` : ''}.`,
    });
  }
  if (/reasonable timeframe|clock/i.test(description)) {
    return new DomainError('GOOGLE_CLOCK_SKEW', { cause: said });
  }
  if (error === 'invalid_scope') {
    return new DomainError('GOOGLE_SCOPE_MISSING', { cause: said });
  }
  return new DomainError('GOOGLE_SIGN_IN_REFUSED', {
    detail: `Google did not accept the key of the service account (${said}). Check that the account and its key still exist.`,
  });
}
