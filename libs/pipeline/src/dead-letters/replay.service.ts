import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type Run } from '../ledger/run';
import { RunService } from '../run.service';
import { type DeadLetter } from './dead-letter';
import { DeadLetterRepository } from './dead-letter.repository';
import { DeadLetterService } from './dead-letter.service';

/** A dead letter, the run that replays it, and whether this call created the run. */
export interface Replayed {
  letter: DeadLetter;
  run: Run;
  created: boolean;
}

/** The result of the replay of a group. */
export interface GroupReplay {
  replayed: number;
  /** Left open, because another run works on their subject. */
  skipped: number;
  /** Left open for the next call. */
  remaining: number;
}

/** The most dead letters that one call replays, and that it reads for that. */
const AT_MOST = 1_000;
const LOOKED_AT = 20_000;
const CHUNK = 100;

/** Replays dead letters, each once. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly runs: RunService,
    private readonly letters: DeadLetterService,
    private readonly repository: DeadLetterRepository,
  ) {}

  /** A second call returns the same run. */
  async replay(id: string): Promise<Replayed> {
    return this.replayLetter(await this.letters.get(id));
  }

  /** How many dead letters a replay of the group would concern. */
  countGroup(group: string): Promise<number> {
    return this.repository.countOpen(group);
  }

  /** Replays open dead letters of a group, oldest first. */
  async replayGroup(group: string): Promise<GroupReplay> {
    let replayed = 0;
    let skipped = 0;
    let after: string | undefined;
    while (replayed < AT_MOST && replayed + skipped < LOOKED_AT) {
      const letters = await this.repository.openOf(group, after, CHUNK);
      if (letters.length === 0) break;
      for (const letter of letters) {
        if (await this.isReplayed(letter)) replayed += 1;
        else skipped += 1;
      }
      after = letters.at(-1)?.id;
    }
    const open = await this.repository.countOpen(group);
    return { replayed, skipped, remaining: Math.max(0, open - skipped) };
  }

  private async isReplayed(letter: DeadLetter): Promise<boolean> {
    try {
      await this.replayLetter(letter);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'RUN_ACTIVE') return false;
      throw error;
    }
  }

  /**
   * The run is created first: a unique index allows one run per dead letter, so if this process
   * dies in between, the next call finds the run and marks the dead letter replayed.
   */
  private async replayLetter(letter: DeadLetter): Promise<Replayed> {
    if (letter.state === 'discarded') throw new DomainError('DEAD_LETTER_CLOSED');
    if (letter.state === 'replayed' && letter.replay_run_id !== null) {
      const run = await this.runs.find(letter.replay_run_id);
      // The run may have expired by now; that it was replayed stays recorded.
      if (!run) throw new DomainError('DEAD_LETTER_CLOSED', { detail: 'It was replayed before.' });
      return { letter, run, created: false };
    }
    const { run, created } = await this.runs.triggerReplay(letter);
    const closed = await this.repository.markReplayed(letter.id, run.id, new Date());
    return { letter: closed ?? letter, run, created };
  }
}
