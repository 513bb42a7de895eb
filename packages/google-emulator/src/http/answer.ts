import { type OutgoingHttpHeaders } from 'node:http';
import { abusePage, failurePage } from './html-page';
import { type HttpStatus } from './http-status';
import { toJsonText } from './json-text';
import { type ApiName } from './route';

/** What goes out: a status, headers and the text of the body in pieces. */
export interface Answer {
  readonly status: HttpStatus;
  readonly headers: OutgoingHttpHeaders;
  /** Left out: there is no body. */
  readonly pieces?: Iterable<string>;
}

const NEVER_CACHED: OutgoingHttpHeaders = {
  'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
  Pragma: 'no-cache',
  Expires: 'Mon, 01 Jan 1990 00:00:00 GMT',
};

const GUARDED: OutgoingHttpHeaders = {
  'X-XSS-Protection': '0',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Content-Type-Options': 'nosniff',
  'Alt-Svc': 'h3=":443"; ma=2592000,h3-29=":443"; ma=2592000',
};

/** The headers that every answer of an API has. */
export function headersOf(api: ApiName | undefined, status: HttpStatus): OutgoingHttpHeaders {
  if (api === 'drive') {
    return { Server: 'ESF', ...NEVER_CACHED, Vary: 'Origin, X-Origin', ...GUARDED };
  }
  if (api === 'oauth') {
    return {
      Server: 'scaffolding on HTTPServer2',
      ...NEVER_CACHED,
      Vary: ['Origin', 'X-Origin', 'Referer'],
      ...GUARDED,
    };
  }
  return {
    Server: 'ESF',
    // A used up quota is answered before the part of Google that adds this one.
    ...(status === 429 ? {} : { 'Cache-Control': 'private' }),
    Vary: ['Origin', 'X-Origin', 'Referer'],
    ...GUARDED,
    ...(api === 'sheets' ? { 'x-l2-request-path': 'l2-managed-6' } : {}),
  };
}

/** An answer whose body is JSON. */
export function jsonAnswer(
  api: ApiName | undefined,
  status: HttpStatus,
  pieces: Iterable<string>,
  headers: OutgoingHttpHeaders = {},
): Answer {
  const type = { 'Content-Type': 'application/json; charset=UTF-8' };
  return { status, headers: { ...headersOf(api, status), ...type, ...headers }, pieces };
}

/** An answer of the token endpoint. */
export function oauthAnswer(status: HttpStatus, body: Record<string, unknown>): Answer {
  return jsonAnswer('oauth', status, [toJsonText(body, true)]);
}

/** A page of Google's front end. */
export function pageAnswer(status: 400 | 404 | 414 | 502 | 'abuse'): Answer {
  const isAbuse = status === 'abuse';
  return {
    status: isAbuse ? 429 : status,
    headers: { Server: 'ESF', 'Content-Type': 'text/html; charset=UTF-8' },
    pieces: [isAbuse ? abusePage() : failurePage(status)],
  };
}
