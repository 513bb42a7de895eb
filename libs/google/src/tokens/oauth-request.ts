import { DomainError } from '@tributary/common';
import { parsedJson, retryAfterOf } from '../http/read-answer';
import { type HttpResponse, sendRequest } from '../http/send-request';
import { type Fields } from '../shape';
import '../errors/google.errors';

const DEADLINE_MS = 30_000;
const MAX_BYTES = 1_000_000;

/** A request to one of Google's OAuth endpoints. */
export interface OAuthRequest {
  readonly url: string;
  readonly form?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Converts a refusal: its code, such as `invalid_grant`, and the whole message. */
  readonly refused: (error: string, said: string) => DomainError;
}

/** Sends a form to an OAuth endpoint; the types of the response's fields are not yet checked. */
export async function requestOAuth(request: OAuthRequest): Promise<Fields> {
  const { url, form = new URLSearchParams(), headers, signal, refused } = request;
  const answer = await sendRequest({
    url,
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  const body = (parsedJson(answer.text) ?? {}) as Fields;
  if (answer.status === 200) return body;
  throw toOAuthError(answer, body, refused);
}

/** OAuth endpoints have an error shape of their own: `{error, error_description}`. */
function toOAuthError(
  { status, headers }: HttpResponse,
  body: Fields,
  refused: OAuthRequest['refused'],
): DomainError {
  const error = typeof body.error === 'string' ? body.error : '';
  const description = typeof body.error_description === 'string' ? body.error_description : '';
  const said = [error, description].filter(Boolean).join(': ');
  if (status === 429) {
    const retryAfterSeconds = retryAfterOf(headers);
    return new DomainError('RATE_LIMITED', retryAfterSeconds ? { retryAfterSeconds } : {});
  }
  // Some refusals have a description only; a response without either is not Google's.
  if (status >= 500 || said === '') {
    return new DomainError('SOURCE_UNAVAILABLE', {
      detail: `Google's sign-in answered ${status}${said ? ` (${said})` : ''}.`,
    });
  }
  if (error === 'invalid_scope') return new DomainError('GOOGLE_SCOPE_MISSING', { cause: said });
  return refused(error, said);
}
