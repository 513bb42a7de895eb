import { DomainError } from '@tributary/common';
import { bucketText, limitText, permittedBy, type QuotaLimit } from './quota-policy';
import './rate-limit.errors';

/** What all quotas of one limiter have in common. */
export interface QuotaSettings {
  /** What all names in Redis begin with. */
  redisPrefix: string;
  safetyFactor: number;
  maxFlightMs: number;
  journalAheadMs: number;
  backoff: { firstMs: number; capMs: number };
}

/** A policy as it is counted: its limits scaled by the safety factor. */
export class CountedPolicy {
  /** What all its names in Redis begin with; renaming it forgets what was used. */
  readonly prefix: string;
  /** How long the longest window looks back. */
  readonly longestWindowMs: number;
  /** The policy as the scripts read it. */
  readonly json: string;
  private readonly most: number;

  constructor(
    readonly name: string,
    readonly limits: readonly QuotaLimit[],
    readonly settings: QuotaSettings,
  ) {
    if (!/^[^/{}\s]+$/.test(name) || limits.length === 0) {
      throw new Error(
        `The quota "${name}" needs a name without spaces, braces and slashes, and a limit`,
      );
    }
    // The braces keep all keys of a policy in one slot of a cluster.
    this.prefix = `${settings.redisPrefix}:quota:{${name}}`;
    this.longestWindowMs = longestWindow(limits);
    this.most = Math.min(...limits.map((limit) => this.permitted(limit)));
    this.json = this.render();
  }

  /** What a limit permits at once. */
  permitted(limit: QuotaLimit): number {
    return permittedBy(limit, this.settings.safetyFactor);
  }

  /** Throws when no amount of waiting would make room for so many tokens. */
  assertPermits(tokens: number): void {
    if (!Number.isSafeInteger(tokens) || tokens < 1) {
      throw new DomainError('QUOTA_TOO_SMALL', {
        detail: `A permit costs a whole number of tokens, at least 1; ${tokens} were asked of ${this.name}.`,
      });
    }
    if (tokens <= this.most) return;
    const tightest = this.limits.find((limit) => this.permitted(limit) === this.most);
    throw new DomainError('QUOTA_TOO_SMALL', {
      detail: `${tokens} tokens were asked of ${this.name}, whose limit "${tightest ? limitText(tightest) : ''}" permits ${this.most} at once with the safety factor ${this.settings.safetyFactor}.`,
    });
  }

  private render(): string {
    const { maxFlightMs, journalAheadMs, backoff, safetyFactor } = this.settings;
    return JSON.stringify({
      flight: Math.ceil(maxFlightMs),
      journal_ahead: journalAheadMs,
      backoff_first: backoff.firstMs,
      backoff_cap: backoff.capMs,
      keep_policy: longestWindow(this.limits.filter(({ perScope }) => !perScope)),
      keep_scope: longestWindow(this.limits.filter(({ perScope }) => perScope)),
      windows: this.limits
        .filter((limit) => limit.kind === 'window')
        .map((limit) => ({
          permitted: this.permitted(limit),
          length: Math.ceil(limit.lengthMs),
          per_scope: limit.perScope,
        })),
      buckets: this.limits
        .filter((limit) => limit.kind === 'bucket')
        .map((limit) => ({
          name: bucketText(limit),
          capacity: this.permitted(limit),
          refill: (limit.refillPerSecond * safetyFactor) / 1000,
          per_scope: limit.perScope,
        })),
    });
  }
}

function longestWindow(limits: readonly QuotaLimit[]): number {
  return Math.max(
    0,
    ...limits.map((limit) => (limit.kind === 'window' ? Math.ceil(limit.lengthMs) : 0)),
  );
}
