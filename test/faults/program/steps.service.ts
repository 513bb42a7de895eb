import { Injectable } from '@nestjs/common';
import { DomainError, toDomainError } from '@tributary/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, type Fence } from '@tributary/pipeline';
import { setTimeout as delay } from 'node:timers/promises';
import { Effects } from './effects.repository';
import { type StepsPayload } from './fault-kinds';

const GATE_POLL_MS = 20;

/** Does the steps of a run from where they were left, and whatever else its payload asks for. */
@Injectable()
export class StepsService {
  constructor(private readonly effects: Effects) {}

  async work(run: ClaimedRun<StepsPayload>): Promise<RunCounts> {
    await this.effects.note(run, 'started');
    try {
      const counts = await this.doSteps(run);
      // A late one that was not refused has to show, instead of being waited for.
      if (run.payload.ignores !== undefined) await this.effects.note(run, 'finished');
      return counts;
    } catch (error) {
      await this.effects.note(run, toDomainError(error).code);
      throw error;
    }
  }

  private async doSteps(run: ClaimedRun<StepsPayload>): Promise<RunCounts> {
    const { steps, pause_ms = 0, gate, dies_at, ignores } = run.payload;
    const fence = ignores === 'signal and clock' ? unaware(run.fence) : run.fence;
    const signal = ignores === undefined ? run.signal : new AbortController().signal;
    await this.failIfAsked(run);
    for (let step = (await this.effects.take(fence, run.subject)) + 1; step <= steps; step += 1) {
      if (gate !== undefined && step === steps) await this.passed(gate, signal);
      if (step === dies_at) await dieAtOnce();
      await this.effects.advance(fence, run, step);
      run.progress({ done: step, total: steps });
      await pause(pause_ms, signal);
    }
    return { steps };
  }

  private async failIfAsked({ subject, payload }: ClaimedRun<StepsPayload>): Promise<void> {
    const { failures = 0, code = 'NETWORK_ERROR', retry_after_seconds = 0 } = payload;
    if (failures === 0) return;
    const notes = await this.effects.notesOf([subject]);
    const starts = notes.filter(({ what }) => what === 'started').length;
    if (starts <= failures) throw new DomainError(code, { retryAfterSeconds: retry_after_seconds });
  }

  private async passed(gate: string, signal: AbortSignal): Promise<void> {
    while (!(await this.effects.isOpen(gate))) await pause(GATE_POLL_MS, signal);
  }
}

/** A fence of a worker whose clock stands still: only the store can refuse its writes. */
function unaware({ number }: Fence): Fence {
  return { number, assertHeld: () => undefined };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}

/** SIGKILL leaves no time for anything, but it does not come before this line returns. */
function dieAtOnce(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}
