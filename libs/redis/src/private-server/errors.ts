/** Thrown when the machine has no redis-server to run; its message says what to install. */
export class RedisServerMissingError extends Error {
  override readonly name = 'RedisServerMissingError';

  constructor(readonly executable: string) {
    super(
      [
        `No Redis server was found on this machine (looked for "${executable}"). Install one:`,
        '  Debian or Ubuntu:  apt-get install redis-server',
        '  macOS:             brew install redis',
        '  Fedora:            dnf install redis (or valkey with valkey-compat-redis)',
        'or set REDIS_URL to a Redis that is already running.',
      ].join('\n'),
    );
  }
}

/** Thrown when another live process runs a private Redis in the same folder. */
export class PrivateRedisInUseError extends Error {
  override readonly name = 'PrivateRedisInUseError';

  constructor(
    readonly ownerPid: number,
    readonly folder: string,
  ) {
    super(
      `The private Redis in ${folder} is in use by process ${ownerPid}. ` +
        'Stop that process, or use another DATA_DIR, or set REDIS_URL to a Redis that both can share.',
    );
  }
}

/** Thrown when the private Redis did not come up; carries the last lines of its log. */
export class PrivateRedisStartError extends Error {
  override readonly name = 'PrivateRedisStartError';

  constructor(
    reason: string,
    readonly logTail: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super([`The private Redis did not start: ${reason}`, ...logTail].join('\n  '), options);
  }
}
