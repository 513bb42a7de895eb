import { type IncomingMessage } from 'node:http';

/** A request as it came in, with its address taken apart. */
export interface Incoming {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Scheme, host and port under which the emulator was called. */
  readonly origin: string;
  /** By `performance.now()`. */
  readonly arrivedAt: number;
  readonly urlBytes: number;
}

/** Takes the address of a request apart; nothing is decoded that is not a query. */
export function readIncoming(request: IncomingMessage): Incoming {
  const { method = 'GET', url = '/', headers, socket } = request;
  const end = url.indexOf('?');
  return {
    method,
    path: end < 0 ? url : url.slice(0, end),
    query: new URLSearchParams(end < 0 ? '' : url.slice(end + 1)),
    headers,
    origin: `http://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}`,
    arrivedAt: performance.now(),
    urlBytes: url.length,
  };
}

/** A query as an object; parameters that were sent more than once are lists. */
export function queryObject(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** The token in the header `Authorization`, empty when the header is of another kind; undefined without one. */
export function bearerToken({ headers }: Incoming): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}
