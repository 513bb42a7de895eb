import { DomainError } from '@tributary/common';
import { AnswerTooLargeError } from './answer-too-large.error';
import { type BodyReader, WholeBody } from './body-reader';
import { toNetworkError } from './to-network-error';

/** One HTTP request and the patience for it. */
export interface Outgoing {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long it may take, up to the last byte of the answer. */
  readonly deadlineMs: number;
  /** Larger answers are not read to their end. */
  readonly maxBytes: number;
  /** What takes a good answer (200) as it arrives; one that keeps everything unless told. */
  readonly reader?: BodyReader | undefined;
  /** Aborted when it has to end even before its deadline. */
  readonly expiry?: AbortSignal;
  /** The caller does not want it any more. */
  readonly signal?: AbortSignal | undefined;
}

/** What came back. */
export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  /** The text, or what the reader left of it. */
  readonly text: string;
  /** How many bytes there were. */
  readonly bytes: number;
}

/**
 * Sends a request and reads the whole answer. Whatever goes wrong on the way becomes a
 * {@link DomainError}; what an answer means is left to the caller. It never tries again: that is
 * for the pipeline to decide.
 */
export async function exchange(outgoing: Outgoing): Promise<Incoming> {
  const { url, method = 'GET', deadlineMs, expiry, signal } = outgoing;
  const timeout = AbortSignal.timeout(deadlineMs);
  const deadline = expiry ? AbortSignal.any([timeout, expiry]) : timeout;
  let hasAnswer = false;
  try {
    const response = await fetch(url, {
      method,
      headers: outgoing.headers ?? {},
      ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
      // An API does not redirect; whatever does is no place for a token.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    hasAnswer = true;
    const { status, headers } = response;
    const reader = (status === 200 && outgoing.reader) || new WholeBody();
    const bytes = await readBody(response, outgoing.maxBytes, reader);
    return { status, headers, text: reader.end(), bytes };
  } catch (error) {
    if (error instanceof AnswerTooLargeError || error instanceof DomainError) throw error;
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

async function readBody(response: Response, maxBytes: number, reader: BodyReader): Promise<number> {
  const decoder = new TextDecoder();
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLargeError(maxBytes);
    reader.push(decoder.decode(piece, { stream: true }));
  }
  reader.push(decoder.decode());
  return bytes;
}
