/** The keys under which Redis has what is cached of a subject. */
export interface CacheKeys {
  /** A hash with all responses. */
  readonly responses: string;
  /** The snapshot that says which responses are valid. */
  readonly snapshot: string;
  /** The minimum version: nothing older is cached. */
  readonly version: string;
}

/** These names live in Redis: renaming them empties the cache, which does no harm. */
export function cacheKeys(prefix: string, namespace: string, subject: string): CacheKeys {
  const key = `${prefix}:${namespace}:${subject}`;
  return { responses: `${key}:answers`, snapshot: `${key}:book`, version: `${key}:version` };
}
