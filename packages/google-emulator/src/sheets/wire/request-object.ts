import { ApiError } from '../../http/api-error';

/** An object of a request, of which only known members may be read, each with its type. */
export class RequestObject {
  private constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    /** Where it stands in the request, such as `requests[0].add_sheet`; '' is the body. */
    readonly path: string,
  ) {}

  /** Reads an object; a member that is not among the names is refused, as Google does. */
  static of(value: unknown, path: string, names: readonly string[]): RequestObject {
    if (value === undefined || value === null) return new RequestObject({}, path);
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw invalid(path, `Invalid value at '${path}' (Message), ${JSON.stringify(value)}`);
    }
    for (const name of Object.keys(value)) {
      if (!names.includes(name)) throw unknownName(name, path);
    }
    return new RequestObject(value as Record<string, unknown>, path);
  }

  /** The names of the members that are there. */
  get names(): string[] {
    return Object.keys(this.members).filter((name) => this.has(name));
  }

  has(name: string): boolean {
    return this.members[name] !== undefined && this.members[name] !== null;
  }

  /** A member as it is. */
  raw(name: string): unknown {
    return this.members[name] ?? undefined;
  }

  string(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'string') return value;
    throw this.wrong(name, 'TYPE_STRING');
  }

  boolean(name: string): boolean {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    throw this.wrong(name, 'TYPE_BOOL');
  }

  integer(name: string): number | undefined {
    const value = this.raw(name);
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (number === undefined || Number.isSafeInteger(number)) return number as number | undefined;
    throw this.wrong(name, 'TYPE_INT32');
  }

  list(name: string): readonly unknown[] {
    const value = this.raw(name);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    throw this.wrong(name, 'LIST');
  }

  object(name: string, names: readonly string[]): RequestObject {
    return RequestObject.of(this.raw(name), this.pathOf(name), names);
  }

  /** A member with a fixed set of values; the first of them when it is left out. */
  oneOf<T extends string>(name: string, values: readonly [T, ...T[]], typeName: string): T {
    const value = this.raw(name) ?? values[0];
    if ((values as readonly unknown[]).includes(value)) return value as T;
    throw this.wrong(name, `type.googleapis.com/google.apps.sheets.v4.${typeName}`);
  }

  private pathOf(name: string): string {
    const field = snakeCase(name);
    return this.path === '' ? field : `${this.path}.${field}`;
  }

  private wrong(name: string, type: string): ApiError {
    const path = this.pathOf(name);
    return invalid(path, `Invalid value at '${path}' (${type}), ${JSON.stringify(this.raw(name))}`);
  }
}

/** The error about a member that no request of this kind has. */
export function unknownName(name: string, path: string): ApiError {
  const place = path === '' ? '' : ` at '${path}'`;
  return invalid(
    path,
    `Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`,
  );
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function invalid(field: string, description: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', description, {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ ...(field !== '' && { field }), description }],
      },
    ],
  });
}
