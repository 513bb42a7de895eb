import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type RunFailure } from '@tributary/contracts';
import { PayloadSecrets } from '../ledger/payload-secrets';
import { type Run } from '../ledger/run';
import { causeOf, toFailure } from '../retry/to-failure';
import { type DeadLetter, type DeadLetterGroup, type ItemFailure } from './dead-letter';
import { type DeadLetterFilter, DeadLetterRepository } from './dead-letter.repository';
import { errorPattern, errorGroupOf } from './error-pattern';

/** Stores and finds dead letters. They are replayed by {@link ReplayService}. */
@Injectable()
export class DeadLetterService {
  constructor(
    private readonly letters: DeadLetterRepository,
    private readonly secrets: PayloadSecrets,
  ) {}

  /** Stores a failed run; storing it twice changes nothing. */
  async keepRun(run: Run): Promise<void> {
    const { id: run_id, kind, subject, owner, payload, history } = run;
    const cause = history.at(-1)?.cause ?? null;
    const error = run.error ?? UNKNOWN;
    await this.letters.keep(
      {
        run_id,
        item: '',
        kind,
        subject,
        owner,
        payload,
        history,
        ...described(kind, error, cause),
      },
      run.finished_at ?? new Date(),
    );
  }

  /** Stores one item of a run. */
  async keepItem(run: Run, failure: ItemFailure): Promise<void> {
    const { item, error } = failure;
    if (item === '') throw new Error('An item that failed needs a name within its run');
    const kind = failure.kind ?? run.kind;
    await this.letters.keep(
      {
        run_id: run.id,
        item,
        kind,
        subject: failure.subject ?? `${run.subject}#${item}`,
        owner: run.owner,
        payload: this.secrets.seal(kind, run.owner, failure.payload),
        history: run.history,
        ...described(kind, toFailure(error), causeOf(error) ?? null),
      },
      new Date(),
    );
  }

  /** One dead letter; NOT_FOUND when there is none. */
  async get(id: string): Promise<DeadLetter> {
    const letter = await this.letters.findById(id);
    if (!letter) throw new DomainError('NOT_FOUND', { detail: 'Dead letter not found' });
    return letter;
  }

  /** Newest first, and how many there are in all. */
  list(filter: DeadLetterFilter, offset: number, limit: number): Promise<[DeadLetter[], number]> {
    return this.letters.list(filter, offset, limit);
  }

  /** Open dead letters by group. */
  groups(kind?: string): Promise<DeadLetterGroup[]> {
    return this.letters.groups(kind);
  }

  /** How many dead letters are open. */
  countOpen(): Promise<number> {
    return this.letters.countOpen();
  }

  /** Discards a dead letter; doing it twice changes nothing. */
  async discard(id: string): Promise<DeadLetter> {
    await this.letters.discard((await this.get(id)).id, new Date());
    return this.get(id);
  }

  /** Deletes the dead letters of a deleted subject. */
  forget(kind: string, subject: string): Promise<void> {
    return this.letters.deleteOf(kind, subject);
  }

  /** Discards every open dead letter of a group. */
  discardGroup(group: string): Promise<number> {
    return this.letters.discardGroup(group, new Date());
  }
}

const UNKNOWN = toFailure(new DomainError('UNKNOWN_ERROR'));

function described(
  kind: string,
  error: RunFailure,
  cause: string | null,
): Pick<DeadLetter, 'error' | 'cause' | 'pattern' | 'group'> {
  const pattern = errorPattern(cause ?? error.message);
  return { error, cause, pattern, group: errorGroupOf(kind, error.code, pattern) };
}
