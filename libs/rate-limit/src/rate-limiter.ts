import { Logger } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { CountedPolicy, type QuotaSettings } from './counted-policy';
import { GrantSubscriber } from './grant-subscriber';
import { JournalKeeper } from './journal-keeper';
import { type Permit } from './permit';
import { PolicyClient } from './policy-client';
import { parseQuotaKey, storableName } from './quota-key';
import { type QuotaPolicies } from './quota-policy';
import { type QuotaSnapshot } from './quota-snapshot';
import { QuotaStore } from './quota-store';
import { type UsageJournal } from './usage-journal';

/** The options of a request for a permit. */
export interface AcquireOptions {
  /** Aborts the wait: the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** How long to wait at most; unlimited by default. */
  timeoutMs?: number;
  /** Whose request it is: owners who wait for the same key take turns. */
  owner?: string;
}

/** The options of a limiter; all but the first three have defaults. */
export interface RateLimiterOptions extends Partial<QuotaSettings> {
  redis: Redis;
  journal: UsageJournal;
  policies: QuotaPolicies;
  /** How long requests of a policy may take, where it is not `maxFlightMs`. */
  flights?: Readonly<Record<string, number>>;
  /**
   * The address of a policy's provider, when it is not the usual one: another address has counts of
   * its own.
   */
  addresses?: Readonly<Record<string, string>>;
}

const DEFAULTS: QuotaSettings = {
  redisPrefix: 'tributary',
  safetyFactor: 0.8,
  maxFlightMs: 60_000,
  journalAheadMs: 5_000,
  backoff: { firstMs: 1_000, capMs: 64_000 },
};

/**
 * Permits for requests to external services, counted in Redis over all processes.
 *
 * The promise: in no window of a limit does its provider see more requests than the limit permits,
 * its quota times the safety factor. The provider sees a request at some moment between the grant
 * of its permit and its answer. So every request holds a slot from its grant until a window's
 * length after its answer, and a permit is granted only while fewer slots are held than the limit
 * permits. Take any requests that the provider saw within one window, and of them the one that was
 * granted last, at g. Every other was granted before g. Its answer came after the provider saw it,
 * which was less than a window before the provider saw the last one, which was after g; so a window
 * after its answer is later than g, and its slot was held at g. At g all of them held slots, hence
 * they are no more than the limit permits.
 *
 * An answer that is not reported (its process was killed) counts as given `maxFlightMs` after the
 * grant: no request may take longer. What Redis may lose is bounded by the journal.
 */
export class RateLimiter {
  private readonly logger = new Logger(RateLimiter.name);
  private readonly process = randomBytes(9).toString('base64url');
  private readonly policies: ReadonlyMap<string, CountedPolicy>;
  private readonly desks = new Map<string, PolicyClient>();
  private readonly subscriber: GrantSubscriber;
  private readonly onReady = (): void => this.desks.forEach((client) => client.wake());
  private isClosed = false;

  constructor(private readonly options: RateLimiterOptions) {
    const { redis, policies } = options;
    const settings: QuotaSettings = {
      redisPrefix: options.redisPrefix ?? DEFAULTS.redisPrefix,
      safetyFactor: options.safetyFactor ?? DEFAULTS.safetyFactor,
      maxFlightMs: options.maxFlightMs ?? DEFAULTS.maxFlightMs,
      journalAheadMs: options.journalAheadMs ?? DEFAULTS.journalAheadMs,
      backoff: options.backoff ?? DEFAULTS.backoff,
    };
    this.policies = new Map(
      Object.entries(policies).map(([name, limits]) => [
        name,
        new CountedPolicy(name, limits, {
          ...settings,
          maxFlightMs: options.flights?.[name] ?? settings.maxFlightMs,
        }),
      ]),
    );
    this.subscriber = new GrantSubscriber(redis);
    redis.on('ready', this.onReady);
  }

  /**
   * Waits until every limit of the key has room and takes it from all of them at once. A key is
   * `policy`, or `policy/scope` where limits count per account: `google:sheets/bot@project`.
   */
  async acquire(key: string, tokens = 1, options: AcquireOptions = {}): Promise<Permit> {
    const { signal, timeoutMs } = options;
    const owner = storableName(options.owner ?? '');
    const { policy: name, scope } = parseQuotaKey(key);
    const policy = this.policyNamed(name);
    policy.assertPermits(tokens);
    signal?.throwIfAborted();
    if (this.isClosed) throw new DomainError('LIMIT_WAIT_TOO_LONG', { retryAfterSeconds: 1 });
    return this.deskOf(policy).acquire({ key, scope, owner, tokens }, { signal, timeoutMs });
  }

  /** Acquires, does the work and releases, however the work ends. */
  async run<T>(
    key: string,
    tokens: number,
    options: AcquireOptions,
    work: (permit: Permit) => Promise<T>,
  ): Promise<T> {
    const permit = await this.acquire(key, tokens, options);
    try {
      return await work(permit);
    } finally {
      // Counting continues in the background; the result need not wait for it.
      void permit.release();
    }
  }

  /** The state of every key that was used in the last minutes, and of every policy that was not. */
  async snapshot(): Promise<QuotaSnapshot[]> {
    try {
      const stores = [...this.policies.values()].map((policy) => this.storeOf(policy));
      return (await Promise.all(stores.map((store) => store.look()))).flat();
    } catch (error) {
      throw new DomainError('DEPENDENCY_UNAVAILABLE', { cause: error });
    }
  }

  /** Rejects all waiters and closes the limiter's own connection; the shared one stays open. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.options.redis.off('ready', this.onReady);
    await Promise.all([...this.desks.values()].map((client) => client.close()));
    await this.subscriber.close();
  }

  private policyNamed(name: string): CountedPolicy {
    const policy = this.policies.get(name);
    if (policy) return policy;
    const known = [...this.policies.keys()].join(', ');
    throw new DomainError('UNKNOWN_QUOTA', {
      detail: `No quota is named ${name}; there are ${known}. A new one is registered with RateLimitModule.forFeature.`,
    });
  }

  private deskOf(policy: CountedPolicy): PolicyClient {
    const client = this.desks.get(policy.name) ?? this.newDesk(policy);
    this.desks.set(policy.name, client);
    return client;
  }

  private newDesk(policy: CountedPolicy): PolicyClient {
    const { logger, subscriber } = this;
    return new PolicyClient({
      policy,
      store: this.storeOf(policy),
      keeper: new JournalKeeper(policy, this.options.journal, logger, this.journalName(policy)),
      subscriber,
      channel: `${policy.prefix}:grants:${this.process}`,
      logger,
    });
  }

  private journalName({ name }: CountedPolicy): string {
    const address = this.options.addresses?.[name];
    return address === undefined ? name : `${name} at ${address}`;
  }

  private storeOf(policy: CountedPolicy): QuotaStore {
    return new QuotaStore(this.options.redis, this.process, policy);
  }
}
