import { type LoggerService } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { EarliestTimer } from './earliest-timer';
import { type CountedPolicy } from './counted-policy';
import { type GrantSubscriber, type GrantListener } from './grant-subscriber';
import { GrantedPermit, type Settle } from './granted-permit';
import { type JournalKeeper } from './journal-keeper';
import { type Grant, readGrants, type TurnResponse } from './turn-request';
import { type PendingBatch, contents, PendingRequests, resolveAll } from './pending-requests';
import { type Permit } from './permit';
import { type QuotaStore } from './quota-store';
import { type WaitOptions, Waiter, type PermitRequest } from './waiter';

/** How often a waiting process reports, so that it does not count as dead. */
const HEARTBEAT_MS = 2_000;
/** How often a waiter asks again, in case a response was lost. */
const REPEAT_MS = 60_000;
/** If the process that should act does not act in time, another does. */
const STAND_IN_MS = 250;
/** The longest Retry-After that is believed. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** The collaborators of a {@link PolicyClient}. */
export interface PolicyClientOptions {
  policy: CountedPolicy;
  store: QuotaStore;
  keeper: JournalKeeper;
  subscriber: GrantSubscriber;
  channel: string;
  logger: LoggerService;
}

/**
 * The client of one policy for all waiters of this process. One turn request at a time is in flight
 * to Redis; what comes up meanwhile goes into the next one. Between turns the client sleeps until
 * there will be room, or until a grant is published.
 */
export class PolicyClient implements GrantListener {
  private readonly waiters = new Map<number, Waiter>();
  private readonly pending = new PendingRequests();
  private readonly timer = new EarliestTimer(() => this.turn());
  private requests = 0;
  private turning: Promise<void> | undefined;
  /** Another turn request has to be sent, even an empty one. */
  private isDue = false;
  private isClosed = false;
  private failures = 0;
  private roomAt = 0;
  private repeatedAt = performance.now();
  /** Redis' time plus this is at most our own time; unknown before the first response. */
  private clockGap: number | undefined;

  constructor(private readonly parts: PolicyClientOptions) {
    parts.subscriber.listen(parts.channel, this);
  }

  /** Waits for a permit. */
  acquire(permitRequest: PermitRequest, waitOptions: WaitOptions): Promise<Permit> {
    const waiter = new Waiter(this.nextRequest(), permitRequest, waitOptions, (who) =>
      this.giveUp(who),
    );
    this.waiters.set(waiter.request, waiter);
    this.pending.ask(waiter);
    this.timer.setIn(0);
    return waiter.permit;
  }

  /** Something was published for this process: `roomAt request time request time...`. */
  onGrantMessage(message: string): void {
    if (this.clockGap === undefined) {
      // Published before the first response arrived. If that was lost, we ask again.
      void this.turning?.then(() => this.clockGap !== undefined && this.onGrantMessage(message));
      return;
    }
    const [roomAt, ...grants] = message.split(' ');
    for (const grant of readGrants(grants)) this.serve(grant);
    if (Number(roomAt) > 0) this.watch(Number(roomAt), 0);
  }

  /** Grants may have been published while this process was not subscribed. */
  listening(): void {
    this.repeat(this.waiters.values());
  }

  /** Redis available again. */
  wake(): void {
    this.timer.setIn(0);
  }

  /** Rejects all waiters, and cancels their requests. */
  async close(): Promise<void> {
    this.isClosed = true;
    const detail = 'This process is shutting down. Another process continues the work.';
    for (const waiter of this.waiters.values()) {
      this.pending.cancel(waiter);
      waiter.turnAway(new DomainError('LIMIT_WAIT_TOO_LONG', { detail, retryAfterSeconds: 1 }));
    }
    this.waiters.clear();
    await this.turning;
    this.turn();
    await this.turning;
    this.timer.clear();
  }

  /** A process that cannot receive grants must not wait for one. */
  private get mayAsk(): boolean {
    return this.parts.subscriber.isListening(this.parts.channel);
  }

  private turn(): void {
    const { mayAsk } = this;
    const isWaiting = mayAsk && this.waiters.size > 0;
    if (this.turning) this.isDue = true;
    else if (this.isDue || isWaiting || !this.pending.isEmpty(mayAsk)) {
      this.isDue = false;
      this.turning = this.write(mayAsk, isWaiting).finally(() => {
        this.turning = undefined;
        if (this.isDue && this.failures === 0) this.timer.setIn(0);
      });
    }
  }

  private async write(mayAsk: boolean, isWaiting: boolean): Promise<void> {
    const batch = this.pending.take(mayAsk);
    const request = { ...contents(batch), ...this.parts.keeper.news(), is_waiting: isWaiting };
    const sentAt = performance.now();
    try {
      const response = await this.parts.store.takeTurn(request);
      resolveAll(batch.answered);
      this.take(response, batch, sentAt);
    } catch (error) {
      this.noteAway(error, batch);
    }
  }

  private take(response: TurnResponse, batch: PendingBatch, sentAt: number): void {
    if (this.failures > 0) this.parts.logger.log('Redis available again: quotas are counted');
    this.failures = 0;
    this.clockGap = sentAt - response.now;
    for (const grant of response.grants) this.serve(grant);
    if (this.isClosed) return;
    if (!response.isKnown || sentAt - this.repeatedAt > REPEAT_MS) {
      const justAsked = new Set(batch.asked);
      this.repeat([...this.waiters.values()].filter((waiter) => !justAsked.has(waiter)));
    }
    this.attendJournal(response);
    if (response.hasMore || !this.pending.isEmpty(this.mayAsk)) this.isDue = true;
    if (response.roomAt > 0) this.watch(response.roomAt, response.isWatcher ? 0 : STAND_IN_MS);
    if (this.waiters.size > 0) this.timer.setIn(HEARTBEAT_MS);
  }

  private attendJournal(response: TurnResponse): void {
    const isHeldUp = response.status !== 'open' && this.waiters.size > 0;
    if (!isHeldUp && !response.mustExtend) return;
    void this.parts.keeper.attend(response).then((hasNews) => {
      if (this.isClosed) return;
      if (hasNews) this.isDue = true;
      this.timer.setIn(hasNews ? 0 : LONGEST_PAUSE_MS);
    });
  }

  /** A grant without a waiter was for one that gave up, which has cancelled it. */
  private serve({ request, at }: Grant): void {
    const waiter = this.waiters.get(request);
    if (!waiter) return;
    this.waiters.delete(request);
    const { maxFlightMs } = this.parts.policy.settings;
    const expiresAt = this.localTime(at) + maxFlightMs;
    const { scope, tokens, key } = waiter.permitRequest;
    const settleWith: Settle = (throttled) => {
      this.timer.setIn(0);
      return this.pending.answer(
        {
          request,
          scope,
          tokens,
          granted_at: at,
          is_throttled: throttled !== undefined,
          retry_after: retryAfterMs(throttled?.retryAfterSeconds),
          jitter: 0.5 + Math.random() / 2,
        },
        performance.now() + maxFlightMs,
      );
    };
    if (expiresAt - performance.now() > maxFlightMs / 2) {
      waiter.serve(new GrantedPermit(key, tokens, expiresAt, settleWith));
    } else {
      void settleWith();
      waiter.startOver(this.nextRequest());
      this.waiters.set(waiter.request, waiter);
      this.pending.ask(waiter);
    }
  }

  private giveUp(waiter: Waiter): void {
    this.waiters.delete(waiter.request);
    this.pending.cancel(waiter);
    this.timer.setIn(0);
    waiter.turnAway(waiter.abortReason ?? this.tooLong(waiter));
  }

  private tooLong({ permitRequest, timeoutMs = 0 }: Waiter): DomainError {
    const remainingMs = this.localTime(this.roomAt) - performance.now();
    return new DomainError('LIMIT_WAIT_TOO_LONG', {
      detail: `The quota ${permitRequest.key} had no room within ${timeoutMs / 1000} s.`,
      retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)),
    });
  }

  private watch(roomAt: number, graceMs: number): void {
    this.roomAt = roomAt;
    const remainingMs = this.localTime(roomAt) - performance.now();
    // Redis rounds its time down, so it says "now" a little after we do.
    this.timer.setIn(Math.max(1, Math.ceil(remainingMs) + 1) + graceMs);
  }

  /** A time of Redis as a value of `performance.now()`, not later than it really was. */
  private localTime(redisTime: number): number {
    return redisTime + (this.clockGap ?? -Infinity);
  }

  private repeat(waiters: Iterable<Waiter>): void {
    this.repeatedAt = performance.now();
    this.pending.askFirst(waiters);
    this.timer.setIn(0);
  }

  private noteAway(error: unknown, batch: PendingBatch): void {
    const msg = 'Redis unavailable: permits wait';
    if (this.failures === 0) this.parts.logger.warn({ err: error, msg });
    this.pending.putBack(batch);
    this.pending.askFirst(this.waiters.values());
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS);
    this.failures += 1;
    if (!this.isClosed) this.timer.setIn(pauseMs);
  }

  private nextRequest(): number {
    this.requests += 1;
    return this.requests;
  }
}

/** The Retry-After of a provider in milliseconds, within limits. */
function retryAfterMs(seconds = 0): number {
  const ms = Math.ceil(seconds * 1000);
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : 0;
}
