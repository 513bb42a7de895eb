import { AdminError } from './admin-route';

/** The body of a request to the emulator, read field by field; what does not fit is an AdminError. */
export class AdminBody {
  private readonly fields: Readonly<Record<string, unknown>>;

  /** `known` are the fields that there are: any other is most likely a slip of the pen. */
  constructor(body: unknown, known: readonly string[]) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new AdminError(`Send a JSON object with ${known.join(', ')}`);
    }
    this.fields = body as Record<string, unknown>;
    const unknown = Object.keys(body).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new AdminError(`There is no field ${unknown}; the fields are ${known.join(', ')}`);
    }
  }

  /** A field as it is. */
  raw(name: string): unknown {
    return this.fields[name];
  }

  /** A number; undefined when it is left out. */
  number(name: string): number | undefined {
    return this.optional(name, 'a number', (value) =>
      typeof value === 'number' ? value : undefined,
    );
  }

  /** A text; undefined when it is left out. */
  text(name: string): string | undefined {
    return this.optional(name, 'a text', (value) =>
      typeof value === 'string' ? value : undefined,
    );
  }

  /** Yes or no; undefined when it is left out. */
  flag(name: string): boolean | undefined {
    return this.optional(name, 'true or false', (value) =>
      typeof value === 'boolean' ? value : undefined,
    );
  }

  /** One of some texts; undefined when it is left out. */
  oneOf<T extends string | number>(name: string, choices: readonly T[]): T | undefined {
    return this.optional(name, `one of ${choices.join(', ')}`, (value) =>
      choices.find((choice) => choice === value),
    );
  }

  /** A list of some texts; undefined when it is left out. */
  listOf<T extends string>(name: string, choices?: readonly T[]): T[] | undefined {
    const what = choices ? `a list of ${choices.join(', ')}` : 'a list of texts';
    return this.optional(name, what, (value) =>
      Array.isArray(value) &&
      value.every((entry): entry is T => isText(entry) && (!choices || isOneOf(entry, choices)))
        ? value
        : undefined,
    );
  }

  /** A regular expression given as its source; undefined when it is left out. */
  pattern(name: string): RegExp | undefined {
    return this.optional(name, 'a regular expression', (value) => {
      try {
        return typeof value === 'string' ? new RegExp(value) : undefined;
      } catch {
        return undefined;
      }
    });
  }

  /** What another method gave, which must not be left out. */
  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw new AdminError(`Give ${name}`);
    return value;
  }

  private optional<T>(
    name: string,
    what: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const value = this.fields[name];
    if (value === undefined) return undefined;
    const fitting = read(value);
    if (fitting === undefined) {
      throw new AdminError(`${name} is ${what}, not ${JSON.stringify(value)}`);
    }
    return fitting;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOneOf(value: string, choices: readonly string[]): boolean {
  return choices.includes(value);
}
