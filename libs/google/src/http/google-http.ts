import { DomainError } from '@tributary/common';
import { type Permit, type RateLimiter } from '@tributary/rate-limit';
import { type GoogleFailure, readFailure } from '../errors/google-failure';
import { toGoogleError, unforeseen } from '../errors/to-google-error';
import { sendRequest, type HttpResponse } from './send-request';
import { type CallOptions } from './google-call';
import { type GoogleCredentials } from '../tokens/google-credentials';

/** A read from a Google API. */
export interface GoogleRead {
  readonly url: string;
  /** Sent as JSON by POST: some reads have more parameters than a URL can hold. */
  readonly body?: unknown;
  /** The quota that it counts against, such as `google:sheets`. */
  readonly quota: string;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  /** Converts an error response whose meaning is specific to this API. */
  readonly explain: (failure: GoogleFailure) => Error | undefined;
}

/** The response to a read. */
export interface GoogleAnswer {
  /** Parsed JSON, its shape not yet checked. */
  readonly body: unknown;
  /** How long its text was. */
  readonly length: number;
}

const QUOTA_WAIT_MS = 60_000;

/** Calls Google's APIs: every request under its quota, with a token and a deadline. */
export class GoogleHttp {
  constructor(private readonly limiter: RateLimiter) {}

  /**
   * Reads JSON. A token that Google rejects is renewed once, if its credentials can do that;
   * nothing else is retried.
   */
  async read(
    read: GoogleRead,
    credentials: GoogleCredentials,
    options: CallOptions = {},
  ): Promise<GoogleAnswer> {
    const first = await this.send(read, credentials, options);
    if (first.answer.status !== 401) return understand(read, first.answer);
    // Before the next permit: a token that cannot be renewed does not need one.
    await credentials.tokens.insteadOf(first.token);
    const second = await this.send(read, credentials, options);
    return understand(read, second.answer);
  }

  private async send(
    read: GoogleRead,
    { quotaScope, tokens }: GoogleCredentials,
    { owner, signal, quotaWaitMs = QUOTA_WAIT_MS }: CallOptions,
  ): Promise<{ answer: HttpResponse; token: string }> {
    const permit = await this.limiter.acquire(`${read.quota}/${quotaScope}`, 1, {
      timeoutMs: quotaWaitMs,
      ...(owner === undefined ? {} : { owner }),
      ...(signal === undefined ? {} : { signal }),
    });
    try {
      // Only now: a token may expire during the wait for the quota.
      const token = await tokens.current();
      const answer = await sendRequest({
        url: read.url,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          ...(read.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(read.body === undefined ? {} : { method: 'POST', body: JSON.stringify(read.body) }),
        deadlineMs: read.deadlineMs,
        maxBytes: read.maxBytes,
        expiry: permit.signal,
        signal,
      });
      await this.noteThrottling(permit, answer);
      return { answer, token };
    } finally {
      // Counting continues in the background; the response need not wait for it.
      void permit.release();
    }
  }

  /** All users of the quota slow down, not only the caller that was throttled. */
  private async noteThrottling(permit: Permit, answer: HttpResponse): Promise<void> {
    if (answer.status !== 429 && answer.status !== 403) return;
    const error = toGoogleError(readFailure(answer));
    if (error?.code === 'RATE_LIMITED') await permit.throttled(error.retryAfterSeconds);
  }
}

function understand(read: GoogleRead, answer: HttpResponse): GoogleAnswer {
  if (answer.status === 200) return { body: parse(answer), length: answer.text.length };
  const failure = readFailure(answer);
  throw toGoogleError(failure) ?? read.explain(failure) ?? unforeseen(failure);
}

function parse({ headers, text }: HttpResponse): unknown {
  const type = headers.get('content-type') ?? '';
  if (!type.includes('json')) {
    throw new DomainError('INVALID_RESPONSE', {
      detail: `Google answered with ${type || 'no content type'} instead of JSON. Check GOOGLE_API_BASE_URL.`,
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('ANSWER_CUT_OFF', { cause: error });
  }
}
