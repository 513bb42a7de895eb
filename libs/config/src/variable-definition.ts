/** One environment variable: its meaning, its accepted values and its default. */
export interface Variable<T> {
  /** A sentence for the person who sets it; it becomes the comment in `.env.example`. */
  readonly doc: string;
  /** What a right value looks like, in words that complete "expected ...". */
  readonly expected: string;
  /** The value when the variable is not set. */
  readonly fallback: T;
  /** The default as a person would write it; empty when there is none. */
  readonly fallbackText: string;
  /** Secrets are never printed, and may be given as a file through `<NAME>_FILE`. */
  readonly secret: boolean;
  /** Characters that a secret needs in production; 0 where length says nothing. */
  readonly productionLength: number;
  /** Gives the typed value, or undefined when the text is not what is expected. */
  parse(text: string): T | undefined;
}

/** The type of the value that a variable holds. */
export type ValueOf<V> = V extends Variable<infer T> ? T : never;

interface Described {
  doc: string;
}

interface WithDefault<T> extends Described {
  default: T;
}

/** A variable with the given parts; the others are those of plain text without a default. */
export function variable<T>(
  parts: Pick<Variable<T>, 'doc' | 'expected' | 'fallback' | 'parse'> & Partial<Variable<T>>,
): Variable<T> {
  return { fallbackText: '', secret: false, productionLength: 0, ...parts };
}

/** A whole number between two bounds. */
export function integer(
  options: WithDefault<number> & { min: number; max: number },
): Variable<number> {
  return variable({
    doc: options.doc,
    expected: `a whole number from ${options.min} to ${options.max}`,
    fallback: options.default,
    fallbackText: String(options.default),
    parse: (text) => {
      const value = Number(text);
      const fits = /^\d+$/.test(text) && value >= options.min && value <= options.max;
      return fits ? value : undefined;
    },
  });
}

/** A decimal number between two bounds. */
export function decimal(
  options: WithDefault<number> & { min: number; max: number },
): Variable<number> {
  return variable({
    doc: options.doc,
    expected: `a number from ${options.min} to ${options.max}`,
    fallback: options.default,
    fallbackText: String(options.default),
    parse: (text) => {
      const value = Number(text);
      const fits = /^\d+([.]\d+)?$/.test(text) && value >= options.min && value <= options.max;
      return fits ? value : undefined;
    },
  });
}

/** One word out of a fixed list. */
export function choice<const T extends string>(
  options: WithDefault<NoInfer<T>> & { of: readonly T[] },
): Variable<T> {
  return variable<T>({
    doc: options.doc,
    expected: `one of ${options.of.join(', ')}`,
    fallback: options.default,
    fallbackText: options.default,
    parse: (text) => options.of.find((word) => word === text),
  });
}

/** Any text that is not empty. */
export function text(options: WithDefault<string>): Variable<string> {
  return variable({
    doc: options.doc,
    expected: 'some text',
    fallback: options.default,
    fallbackText: options.default,
    parse: (value) => value,
  });
}

/** One short word, such as the name of an installation. */
export function word(options: WithDefault<string>): Variable<string> {
  return variable({
    doc: options.doc,
    expected: 'up to 60 letters, digits, - and _',
    fallback: options.default,
    fallbackText: options.default,
    parse: (value) => (/^[\w-]{1,60}$/.test(value) ? value : undefined),
  });
}

/** Text that matches a pattern, or nothing. */
export function optionalText(
  options: Described & { expected: string; matching: RegExp },
): Variable<string | undefined> {
  return variable<string | undefined>({
    doc: options.doc,
    expected: options.expected,
    fallback: undefined,
    parse: (value) => (options.matching.test(value) ? value : undefined),
  });
}

/** An absolute URL with one of the given schemes, or nothing. */
export function optionalUrl(
  options: Described & { schemes: readonly string[]; secret?: boolean },
): Variable<string | undefined> {
  const schemes = options.schemes.map((scheme) => `${scheme}://`);
  return variable<string | undefined>({
    doc: options.doc,
    expected: `a URL that starts with ${schemes.join(' or ')}`,
    fallback: undefined,
    secret: options.secret ?? false,
    parse: (value) => {
      const isKnown = schemes.some((scheme) => value.startsWith(scheme));
      // The URL of a replica set names several hosts, which no standard parser takes.
      const isReadable = URL.canParse(value.replace(/^(mongodb:\/\/[^,/?]*),[^/?]*/, '$1'));
      return isKnown && isReadable && /:\/\/[^/?\s]+/.test(value) ? value : undefined;
    },
  });
}

/** Web origins such as `https://shop.example`, separated by commas. */
export function origins(options: Described): Variable<readonly string[]> {
  return variable<readonly string[]>({
    doc: options.doc,
    expected: 'origins such as https://shop.example, separated by commas, without a path',
    fallback: [],
    parse: (value) => {
      const list = splitList(value);
      const areOrigins = list.every((item) => URL.canParse(item) && new URL(item).origin === item);
      return areOrigins ? list : undefined;
    },
  });
}

/** Network addresses such as `broker.example:9092`, separated by commas. */
export function addresses(options: Described): Variable<readonly string[]> {
  return variable<readonly string[]>({
    doc: options.doc,
    expected: 'addresses such as broker-1.example:9092, separated by commas, without a scheme',
    fallback: [],
    parse: (value) => {
      const list = splitList(value);
      return list.length > 0 && list.every(isAddress) ? list : undefined;
    },
  });
}

function isAddress(text: string): boolean {
  const [, port] = /^(?:[\w.-]+|\[[\da-fA-F:.]+\]):(\d{1,5})$/.exec(text) ?? [];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}

/** A secret with a default that serves development only; production refuses the default. */
export function secret(options: WithDefault<string>): Variable<string> {
  return variable({
    doc: options.doc,
    expected: 'a secret of your own, at least 32 characters long',
    fallback: options.default,
    fallbackText: options.default,
    secret: true,
    productionLength: 32,
    parse: (value) => value,
  });
}

/** A secret that may be absent; when it is there, it has at least `length` characters. */
export function optionalSecret(
  options: Described & { length: number },
): Variable<string | undefined> {
  return variable<string | undefined>({
    doc: options.doc,
    expected: options.length === 1 ? 'some text' : `at least ${options.length} characters`,
    fallback: undefined,
    secret: true,
    productionLength: options.length,
    parse: (value) => (value.length >= options.length ? value : undefined),
  });
}

/** A 256-bit key and the name under which sealed values refer to it. */
export interface NamedKey {
  id: string;
  key: Buffer;
}

/** Encryption keys, newest first: `id:base64` pairs separated by commas. */
export function keyRing(options: WithDefault<string>): Variable<readonly NamedKey[]> {
  return variable<readonly NamedKey[]>({
    doc: options.doc,
    expected:
      'pairs such as 2026a:<32 random bytes in base64>, separated by commas, each id once; `openssl rand -base64 32` makes the bytes',
    fallback: parseKeyRing(options.default) ?? [],
    fallbackText: options.default,
    secret: true,
    parse: parseKeyRing,
  });
}

function parseKeyRing(value: string): NamedKey[] | undefined {
  const keys: NamedKey[] = [];
  for (const pair of splitList(value)) {
    const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(pair);
    if (!match?.[1] || !match[2] || keys.some(({ id }) => id === match[1])) return undefined;
    keys.push({ id: match[1], key: Buffer.from(match[2], 'base64') });
  }
  return keys.length > 0 ? keys : undefined;
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
