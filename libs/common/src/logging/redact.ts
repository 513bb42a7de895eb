const SECRET_NAME =
  /(authorization|cookie|passw(or)?d|passphrase|secret|token|api[-_]?key|credential|private[-_]?key|encryption[-_]?keys?)/i;
/** Names that sound secret and are not: kinds and times that operators need to see. */
const PUBLIC_NAME = /(token_type|_at)$/i;

const SECRETS_IN_TEXT: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/?#@]*:)[^\s/@]+@/gi, '$1[redacted]@'],
  [
    /([?&;\s"']|^)((?:[\w-]*(?:token|secret|password|api[-_]?key|signature))["']?\s*[=:]\s*["']?)[^\s&;"',}]+/gi,
    '$1$2[redacted]',
  ],
];

const MAX_DEPTH = 8;
const MAX_ENTRIES = 200;

/** Removes secrets that stand inside a text: bearer tokens, JWTs, passwords in URLs, key=value pairs. */
export function redactText(text: string): string {
  return SECRETS_IN_TEXT.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text,
  );
}

/**
 * A copy of a value in which everything that sounds like a secret reads `[redacted]`, however
 * deep it is. Bounded in depth and width, so that logging a huge object stays cheap.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ENTRIES).map((item) => redact(item, depth + 1));
  }
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;

  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, item] of Object.entries(value).slice(0, MAX_ENTRIES)) {
    copy[name] = isSecret(name, item) ? '[redacted]' : redact(item, depth + 1);
  }
  return copy;
}

function isSecret(name: string, value: unknown): boolean {
  // A number of tokens or of seconds is no secret.
  if (value === null || value === undefined || typeof value === 'number') return false;
  return typeof value !== 'boolean' && SECRET_NAME.test(name) && !PUBLIC_NAME.test(name);
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redactText(error.message),
    stack: error.stack === undefined ? undefined : redactText(error.stack),
    ...('code' in error ? { code: redact(error.code, depth + 1) } : {}),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}
