import { type HttpStatus } from './http-status';

/** What Drive tells of an error in its `errors[]`; the other APIs only on request. */
export interface ErrorItem {
  readonly reason: string;
  /** `global` when it is left out; none at all when it is empty. */
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: string;
  readonly extendedHelp?: string;
}

/** What may be said of an error beyond its status and message. */
export interface ApiErrorOptions {
  /** Entries of `details`, each with its `@type`. */
  readonly details?: readonly Record<string, unknown>[];
  /** The entry of `errors[]`; derived from the status where it is left out. */
  readonly item?: ErrorItem;
  /** Whether the caller was not let in: then Drive tells the canonical status too. */
  readonly atTheDoor?: true;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as Google's APIs answer it; the server puts it into the envelope of the API. */
export class ApiError extends Error {
  constructor(
    readonly code: HttpStatus,
    /** The canonical status, such as `INVALID_ARGUMENT`. */
    readonly status: string,
    message: string,
    readonly options: ApiErrorOptions = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}
