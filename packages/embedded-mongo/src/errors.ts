/** Further fields of an error reply, such as `keyPattern` and `keyValue` of a duplicate key. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** An error that a client sees: the reply is `{ ok: 0, errmsg, code, codeName, ...extra }`. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    readonly extra: ErrorDetails = {},
  ) {
    super(message);
  }
}

/** A value that an operator or option cannot take. */
export function badValue(message: string): CommandError {
  return new CommandError(2, 'BadValue', message);
}

/** A command, filter or update that cannot be parsed. */
export function failedToParse(message: string): CommandError {
  return new CommandError(9, 'FailedToParse', message);
}

/** A value of the wrong BSON type. */
export function typeMismatch(message: string): CommandError {
  return new CommandError(14, 'TypeMismatch', message);
}

/** A number, nesting depth or size beyond what its type can hold. */
export function overflow(message: string): CommandError {
  return new CommandError(15, 'Overflow', message);
}

/** Bytes that are not a well-formed BSON document. */
export function invalidBson(message: string): CommandError {
  return new CommandError(22, 'InvalidBSON', message);
}

/** Something MongoDB can do and this server cannot; `what` names it, e.g. `$geoNear`. */
export function unsupported(what: string): CommandError {
  return new CommandError(238, 'NotImplemented', `${what} is not supported by the embedded server`);
}
