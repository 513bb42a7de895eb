import { type ApiName } from '../http/route';

/** The statuses that can be answered in place of the real one. */
export type FaultStatus = 400 | 401 | 403 | 404 | 429 | 500 | 502 | 503 | 504;

/** What goes wrong. */
export type FaultEffect =
  /** Google's error of that status; `message` and, for tokens, `error` replace what it says. */
  | {
      readonly kind: 'status';
      readonly status: FaultStatus;
      /** Seconds. Google itself sends none. */
      readonly retryAfter?: number;
      readonly message?: string;
      readonly error?: string;
    }
  /** The page of a gateway that reaches no server. */
  | { readonly kind: 'html-502' }
  /** The page for those whom Google takes for a machine that sends too much. */
  | { readonly kind: 'html-429' }
  /** Accepts the request and never answers. */
  | { readonly kind: 'hang' }
  /** The answer begins late. */
  | { readonly kind: 'slow-headers'; readonly ms: number }
  /** The answer stands still for a while after its first bytes. */
  | { readonly kind: 'slow-body'; readonly ms: number }
  /**
   * The answer ends too early, after a share of its text or a number of bytes before compression;
   * the connection breaks, unless `clean`, when only the JSON is cut.
   */
  | {
      readonly kind: 'cut-body';
      readonly fraction?: number;
      readonly bytes?: number;
      readonly clean?: boolean;
    }
  /** Other content with status 200: a text as it is, or a value as JSON. */
  | { readonly kind: 'wrong-json'; readonly text?: string; readonly value?: unknown }
  /** The connection is reset before any answer. */
  | { readonly kind: 'reset' }
  /** A token that is good is refused as if it were not. */
  | { readonly kind: 'expired-token' };

/** The kinds of fault. */
export type FaultKind = FaultEffect['kind'];

/** Which requests meet a fault; all that is given has to fit. */
export interface FaultTarget {
  /** Any API when left out, but the token endpoint only when it is named. */
  readonly api?: ApiName;
  /** The name of a method, such as `spreadsheets.values.get`. */
  readonly route?: string | RegExp;
  readonly account?: string;
  /** Matches the path as it was sent. */
  readonly path?: RegExp;
  /** How many requests meet it; one unless told. */
  readonly times?: number;
  /** How many fitting requests pass before. */
  readonly after?: number;
  /** The chance that a fitting request meets it; 1 unless told. */
  readonly probability?: number;
}

/** Something that goes wrong for some requests. */
export type FaultDefinition = FaultTarget & FaultEffect;

/** A request as faults see it. */
export interface FaultSubject {
  readonly api?: ApiName | undefined;
  readonly route?: string | undefined;
  /** Whom a good token belongs to. */
  readonly account?: string | undefined;
  readonly path: string;
}
