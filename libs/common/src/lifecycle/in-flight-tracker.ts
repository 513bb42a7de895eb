import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** A request being served or a run being processed. */
export interface InFlightTask {
  /** Aborted when the grace time is over: stop, and release the work unfinished. */
  readonly signal: AbortSignal;
  /** To be called when the task is done, successfully or not. */
  end(): void;
}

/** How a drain went. */
export interface DrainReport {
  finished: number;
  handedBack: number;
}

/** How long aborted tasks have to stop. */
const HAND_BACK_MS = 2_000;

/**
 * Tracks the tasks that are running in this process, so that a shutdown can let them finish. Intake
 * (the HTTP server, the queues) is stopped by its owners, which listen to {@link closing}.
 */
@Injectable()
export class InFlightTracker {
  private readonly aborts = new Map<InFlightTask, AbortController>();
  private whenIdle: (() => void) | undefined;
  private readonly shutdown = new AbortController();

  /** Aborted at the start of a shutdown: take no new work. */
  get closing(): AbortSignal {
    return this.shutdown.signal;
  }

  /** True from the start of a shutdown. */
  get isDraining(): boolean {
    return this.closing.aborted;
  }

  /** How many tasks are running. */
  get count(): number {
    return this.aborts.size;
  }

  /** Registers a task. Call `end` on what it returns, in a `finally`. */
  begin(): InFlightTask {
    const abort = new AbortController();
    const piece: InFlightTask = {
      signal: abort.signal,
      end: () => {
        this.aborts.delete(piece);
        if (this.aborts.size === 0) this.whenIdle?.();
      },
    };
    this.aborts.set(piece, abort);
    return piece;
  }

  /** Waits until all tasks are done, at most `graceMs`; then aborts the others. */
  async drain(graceMs: number): Promise<DrainReport> {
    this.shutdown.abort();
    const atStart = this.count;
    await this.idleWithin(graceMs);
    const handedBack = this.count;
    for (const abort of this.aborts.values()) abort.abort(new Error('shutting down'));
    if (handedBack > 0) await this.idleWithin(HAND_BACK_MS);
    return { finished: Math.max(0, atStart - handedBack), handedBack };
  }

  private async idleWithin(ms: number): Promise<void> {
    if (this.count === 0) return;
    const timeUp = new AbortController();
    const idle = new Promise<void>((resolve) => (this.whenIdle = resolve));
    await Promise.race([idle, delay(ms, undefined, { signal: timeUp.signal }).catch(() => {})]);
    timeUp.abort();
    this.whenIdle = undefined;
  }
}
