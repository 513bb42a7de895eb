import { type LoggerService } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Alarm } from './alarm';
import { type CountedPolicy } from './counted-policy';
import { type GrantEar, type Listener } from './grant-ear';
import { GrantedPermit, type Settle } from './granted-permit';
import { type JournalKeeper } from './journal-keeper';
import { type Grant, readGrants, type Reply } from './letter';
import { type Batch, contents, Outbox, settle } from './outbox';
import { type Permit } from './permit';
import { type QuotaStore } from './quota-store';
import { type Patience, Waiter, type Wish } from './waiter';

/** Whoever waits says so this often, so that nobody takes its process for dead. */
const HEARTBEAT_MS = 2_000;
/** Whoever waits asks again this often, in case an answer was lost. */
const REPEAT_MS = 60_000;
/** If the process whose turn it is does not act in time, another does. */
const STAND_IN_MS = 250;
/** A provider that asks for a longer pause has miscounted. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** What a desk works with. */
export interface DeskParts {
  policy: CountedPolicy;
  store: QuotaStore;
  keeper: JournalKeeper;
  ear: GrantEar;
  channel: string;
  logger: LoggerService;
}

/**
 * Everybody in this process who wants something of one policy. One letter at a time is under way
 * to Redis; what comes up meanwhile goes into the next one together. Between letters the desk
 * sleeps until there will be room, or until it is told of a grant.
 */
export class PolicyDesk implements Listener {
  private readonly waiters = new Map<number, Waiter>();
  private readonly outbox = new Outbox();
  private readonly alarm = new Alarm(() => this.turn());
  private requests = 0;
  private turning: Promise<void> | undefined;
  /** Another letter has to go, even if it says nothing. */
  private isDue = false;
  private isClosed = false;
  private failures = 0;
  private roomAt = 0;
  private repeatedAt = performance.now();
  /** Redis' time and this much is at most our own time; unknown before the first reply. */
  private clockGap: number | undefined;

  constructor(private readonly parts: DeskParts) {
    parts.ear.listen(parts.channel, this);
  }

  /** Waits for a permit. */
  acquire(wish: Wish, patience: Patience): Promise<Permit> {
    const waiter = new Waiter(this.nextRequest(), wish, patience, (who) => this.giveUp(who));
    this.waiters.set(waiter.request, waiter);
    this.outbox.ask(waiter);
    this.alarm.setIn(0);
    return waiter.permit;
  }

  /** Something was published for this process: `roomAt request time request time...`. */
  hear(message: string): void {
    if (this.clockGap === undefined) {
      // Published before the reply to our first letter was here. If that was lost, we ask again.
      void this.turning?.then(() => this.clockGap !== undefined && this.hear(message));
      return;
    }
    const [roomAt, ...grants] = message.split(' ');
    for (const grant of readGrants(grants)) this.serve(grant);
    if (Number(roomAt) > 0) this.watch(Number(roomAt), 0);
  }

  /** Grants may have been published while nobody listened. */
  listening(): void {
    this.repeat(this.waiters.values());
  }

  /** Redis answers again. */
  wake(): void {
    this.alarm.setIn(0);
  }

  /** Turns everybody away, and gives back what is theirs. */
  async close(): Promise<void> {
    this.isClosed = true;
    const detail = 'This process is shutting down. The work goes on elsewhere.';
    for (const waiter of this.waiters.values()) {
      this.outbox.cancel(waiter);
      waiter.turnAway(new DomainError('LIMIT_WAIT_TOO_LONG', { detail, retryAfterSeconds: 1 }));
    }
    this.waiters.clear();
    await this.turning;
    this.turn();
    await this.turning;
    this.alarm.clear();
  }

  /** Whoever cannot hear of a grant must not wait for one. */
  private get mayAsk(): boolean {
    return this.parts.ear.isListening(this.parts.channel);
  }

  private turn(): void {
    const { mayAsk } = this;
    const isWaiting = mayAsk && this.waiters.size > 0;
    if (this.turning) this.isDue = true;
    else if (this.isDue || isWaiting || !this.outbox.isEmpty(mayAsk)) {
      this.isDue = false;
      this.turning = this.write(mayAsk, isWaiting).finally(() => {
        this.turning = undefined;
        if (this.isDue && this.failures === 0) this.alarm.setIn(0);
      });
    }
  }

  private async write(mayAsk: boolean, isWaiting: boolean): Promise<void> {
    const batch = this.outbox.take(mayAsk);
    const letter = { ...contents(batch), ...this.parts.keeper.news(), is_waiting: isWaiting };
    const sentAt = performance.now();
    try {
      const reply = await this.parts.store.deliver(letter);
      settle(batch.answered);
      this.take(reply, batch, sentAt);
    } catch (error) {
      this.noteAway(error, batch);
    }
  }

  private take(reply: Reply, batch: Batch, sentAt: number): void {
    if (this.failures > 0) this.parts.logger.log('Redis counts quotas again');
    this.failures = 0;
    this.clockGap = sentAt - reply.now;
    for (const grant of reply.grants) this.serve(grant);
    if (this.isClosed) return;
    if (!reply.isKnown || sentAt - this.repeatedAt > REPEAT_MS) {
      const justAsked = new Set(batch.asked);
      this.repeat([...this.waiters.values()].filter((waiter) => !justAsked.has(waiter)));
    }
    this.attendJournal(reply);
    if (reply.hasMore || !this.outbox.isEmpty(this.mayAsk)) this.isDue = true;
    if (reply.roomAt > 0) this.watch(reply.roomAt, reply.isWatcher ? 0 : STAND_IN_MS);
    if (this.waiters.size > 0) this.alarm.setIn(HEARTBEAT_MS);
  }

  private attendJournal(reply: Reply): void {
    const isHeldUp = reply.status !== 'open' && this.waiters.size > 0;
    if (!isHeldUp && !reply.mustExtend) return;
    void this.parts.keeper.attend(reply).then((hasNews) => {
      if (this.isClosed) return;
      if (hasNews) this.isDue = true;
      this.alarm.setIn(hasNews ? 0 : LONGEST_PAUSE_MS);
    });
  }

  /** A grant for nobody was for somebody who has given up; giving up has cancelled it. */
  private serve({ request, at }: Grant): void {
    const waiter = this.waiters.get(request);
    if (!waiter) return;
    this.waiters.delete(request);
    const { maxFlightMs } = this.parts.policy.settings;
    const expiresAt = this.localTime(at) + maxFlightMs;
    const { scope, tokens, key } = waiter.wish;
    const settleWith: Settle = (throttled) => {
      this.alarm.setIn(0);
      return this.outbox.answer(
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
      this.outbox.ask(waiter);
    }
  }

  private giveUp(waiter: Waiter): void {
    this.waiters.delete(waiter.request);
    this.outbox.cancel(waiter);
    this.alarm.setIn(0);
    waiter.turnAway(waiter.abortReason ?? this.tooLong(waiter));
  }

  private tooLong({ wish, timeoutMs = 0 }: Waiter): DomainError {
    const remainingMs = this.localTime(this.roomAt) - performance.now();
    return new DomainError('LIMIT_WAIT_TOO_LONG', {
      detail: `The quota ${wish.key} had no room within ${timeoutMs / 1000} s.`,
      retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)),
    });
  }

  private watch(roomAt: number, graceMs: number): void {
    this.roomAt = roomAt;
    const remainingMs = this.localTime(roomAt) - performance.now();
    // Redis rounds its time down, so it says "now" a little after we do.
    this.alarm.setIn(Math.max(1, Math.ceil(remainingMs) + 1) + graceMs);
  }

  /** A time of Redis as `performance.now()` counts, not later than it really was. */
  private localTime(redisTime: number): number {
    return redisTime + (this.clockGap ?? -Infinity);
  }

  private repeat(waiters: Iterable<Waiter>): void {
    this.repeatedAt = performance.now();
    this.outbox.askFirst(waiters);
    this.alarm.setIn(0);
  }

  private noteAway(error: unknown, batch: Batch): void {
    const msg = 'Redis cannot be reached; permits wait until it can';
    if (this.failures === 0) this.parts.logger.warn({ err: error, msg });
    this.outbox.putBack(batch);
    this.outbox.askFirst(this.waiters.values());
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS);
    this.failures += 1;
    if (!this.isClosed) this.alarm.setIn(pauseMs);
  }

  private nextRequest(): number {
    this.requests += 1;
    return this.requests;
  }
}

/** What a provider said, as far as it makes sense. */
function retryAfterMs(seconds = 0): number {
  const ms = Math.ceil(seconds * 1000);
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : 0;
}
