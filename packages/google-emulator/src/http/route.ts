import { type IncomingHttpHeaders } from 'node:http';
import { type AdminRoute } from '../control/admin-route';
import { type Principal } from '../auth/principal';
import { type HttpStatus } from './http-status';

/** The hosts of Google that the emulator stands for. */
export type ApiName =
  | 'oauth'
  | 'sheets'
  | 'drive'
  | 'accountManagement'
  | 'businessInformation'
  | 'reviews';

/** The quotas that requests count against; each is counted per user and per project. */
export type QuotaMetric =
  | 'sheets.read'
  | 'sheets.write'
  | 'drive'
  | 'accountManagement'
  | 'businessInformation'
  | 'reviews';

/** A request to an API after everything that all APIs check alike has been checked. */
export interface ApiCall {
  /** The named groups of the route's pattern, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed JSON body; undefined when there is none. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** Who calls: the account of the access token. */
  readonly caller: Principal;
  /** Scheme, host and port under which the emulator was called. */
  readonly origin: string;
}

/** What a route answers: a value that becomes JSON, or text in pieces when it may be large. */
export interface ApiAnswer {
  readonly status?: HttpStatus;
  /** Becomes JSON as Google writes it. Left out: an empty body. */
  readonly body?: unknown;
  /** JSON text in pieces instead of `body`; the route itself minds `prettyPrint`. */
  readonly pieces?: Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One method of an API. */
export interface Route {
  readonly api: ApiName;
  /** As Google names it, for instance `spreadsheets.values.get`; faults and the log use it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Matches the path as it was sent, still percent-encoded; its named groups become `params`. */
  readonly path: RegExp;
  /** Any one of them is enough. */
  readonly scopes: readonly string[];
  readonly metric: QuotaMetric;
  /** How much of the quota a request takes; 1 unless told. */
  readonly cost?: number;
  /** Query parameters with a fixed set of values, which are checked before the call is handled. */
  readonly typedQuery?: Readonly<Record<string, QueryType>>;
  handle(call: ApiCall): ApiAnswer | Promise<ApiAnswer>;
}

/** What a query parameter may be. The type name is what Google quotes when it is something else. */
export type QueryType =
  | { readonly kind: 'enum'; readonly typeName: string; readonly values: readonly string[] }
  | { readonly kind: 'boolean' };

/** A part of the emulator: the routes of one or more APIs on one state. */
export interface ApiModule {
  readonly routes: readonly Route[];
  /** How its state is set from another process. */
  readonly adminRoutes?: readonly AdminRoute[];
}
