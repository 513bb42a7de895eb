import { type ErrorCode, type ErrorDefinition, errorDefinition } from '@tributary/contracts';

/** One rejected field, in the format of the API. */
export interface FieldProblem {
  /** Where it is: `body`, `query` or `path`, then the names and indexes down to the field. */
  loc: (string | number)[];
  /** A sentence for people. */
  msg: string;
  /** A word for programs. */
  type: string;
}

/** What may be said about a failure beyond its code. */
export interface DomainErrorOptions {
  /** Replaces the sentence of the code. */
  detail?: string | FieldProblem[];
  /** When it makes sense to try again. */
  retryAfterSeconds?: number;
  /** The underlying cause; it is logged, never sent to clients. */
  cause?: unknown;
}

/**
 * A failure with a name. Code that fails on purpose throws nothing else: the table that
 * declares its code then decides what is answered and whether work is tried again.
 */
export class DomainError extends Error {
  readonly detail: string | FieldProblem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    options: DomainErrorOptions = {},
  ) {
    const { sentence } = errorDefinition(code);
    const detail = options.detail ?? sentence;
    super(typeof detail === 'string' ? detail : sentence, { cause: options.cause });
    this.name = 'DomainError';
    this.detail = detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The row of this error in the table. */
  get definition(): Readonly<ErrorDefinition> {
    return errorDefinition(this.code);
  }
}
