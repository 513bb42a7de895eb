import { DomainError } from '@tributary/common';
import { AnswerTooLargeError } from '../http/answer-too-large.error';
import { type GoogleHttp, type GoogleRead } from '../http/google-http';
import { type BusinessFailureContext, explainBusinessFailure } from './business-failure';
import { type UserCall } from './user-call';

const DEADLINE_MS = 30_000;
const MAX_BYTES = 16_000_000;

/** A read of one of Business Profile's APIs. */
export interface BusinessRead extends BusinessFailureContext {
  readonly url: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Makes it a POST. */
  readonly body?: unknown;
  /** The quota that it counts against. */
  readonly quota: string;
}

/** Sends a read of Business Profile and gives its JSON, whose shape is not yet checked. */
export async function readBusiness(
  http: GoogleHttp,
  read: BusinessRead,
  { credentials, ...options }: UserCall,
): Promise<unknown> {
  const given = Object.entries({ ...read.query, prettyPrint: 'false' });
  const query = new URLSearchParams(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const request: GoogleRead = {
    url: `${read.url}?${query}`,
    ...(read.body === undefined ? {} : { body: read.body }),
    quota: read.quota,
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_BYTES,
    explain: (failure) => explainBusinessFailure(failure, read),
  };
  try {
    return (await http.read(request, credentials, options)).body;
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error;
    throw new DomainError('INVALID_RESPONSE', { detail: `${error.message}.`, cause: error });
  }
}
