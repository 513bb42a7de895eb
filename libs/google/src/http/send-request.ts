import { DomainError } from '@tributary/common';
import { AnswerTooLargeError } from './answer-too-large.error';
import { toNetworkError } from './to-network-error';

/** One HTTP request and its limits. */
export interface HttpRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long it may take, up to the last byte of the response. */
  readonly deadlineMs: number;
  /** Larger responses are not read to their end. */
  readonly maxBytes: number;
  /** Aborted to end it before its deadline. */
  readonly expiry?: AbortSignal;
  /** The caller aborted it. */
  readonly signal?: AbortSignal | undefined;
}

/** The complete response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends a request and reads the whole response. Every network failure becomes a {@link
 * DomainError}; the meaning of a response is left to the caller. It never retries: that is for the
 * pipeline to decide.
 */
export async function sendRequest(outgoing: HttpRequest): Promise<HttpResponse> {
  const { url, method = 'GET', deadlineMs, expiry, signal } = outgoing;
  const timeout = AbortSignal.timeout(deadlineMs);
  const deadline = expiry ? AbortSignal.any([timeout, expiry]) : timeout;
  let hasAnswer = false;
  try {
    const response = await fetch(url, {
      method,
      headers: outgoing.headers ?? {},
      ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
      // An API does not redirect, and a token must not be sent to another host.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    hasAnswer = true;
    const text = await readText(response, outgoing.maxBytes);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof AnswerTooLargeError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (deadline.aborted) {
      throw new DomainError('TIMEOUT', {
        detail: `${new URL(url).host} did not answer within ${deadlineMs / 1000} s.`,
        cause: error,
      });
    }
    throw toNetworkError(error, new URL(url).host, hasAnswer);
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLargeError(maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes).toString('utf8');
}
