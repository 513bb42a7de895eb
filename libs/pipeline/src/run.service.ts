import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type JsonCompatible, type JsonValue, type RunPriority } from '@tributary/contracts';
import { RunCanceller, runNotFound } from './cancel/run-canceller';
import { DeadLetterService } from './dead-letters/dead-letter.service';
import { Dispatcher } from './dispatch/dispatcher';
import { type RunKind } from './kinds/run-kind';
import { RunKindRegistry } from './kinds/run-kind-registry';
import { PayloadSecrets } from './ledger/payload-secrets';
import { type NewRun, type Run } from './ledger/run';
import { type RunFilter, RunRepository, type StatusCount } from './ledger/run.repository';
import { type ParkedRuns } from './parking/parking.repository';
import { ParkingService } from './parking/parking.service';

/** A request for one run. */
export interface RunRequest<Payload> {
  /** What it works on; at most one run of the kind works on it at a time. */
  subject: string;
  /** The user whose run it is. */
  owner: string;
  payload: JsonCompatible<Payload>;
  priority?: RunPriority;
  /** The earliest start; at once by default. */
  notBefore?: Date;
}

/** The run that was created or already active, and which of the two. */
export interface Triggered {
  run: Run;
  /** False when a run of the same kind and subject was active already. */
  created: boolean;
}

/** Runs created by one command to the store, and put on the queue by one to Redis. */
const CHUNK = 1_000;
const BULK_DISPATCH_MS = 10_000;
/** An active run may end between the rejected insert and the query for it. */
const TRIES = 5;

/**
 * Triggers, finds and cancels runs. A run is in the ledger before anything else happens: from then
 * on it will be done, whatever happens to this process, to Redis or to the worker.
 */
@Injectable()
export class RunService {
  constructor(
    private readonly config: Config,
    private readonly kinds: RunKindRegistry,
    private readonly repository: RunRepository,
    private readonly secrets: PayloadSecrets,
    private readonly dispatcher: Dispatcher,
    private readonly deadLetters: DeadLetterService,
    private readonly canceller: RunCanceller,
    private readonly parking: ParkingService,
  ) {}

  /** Creates a run, or returns the active one of the same kind and subject. */
  async trigger<Payload>(
    kind: RunKind<Payload>,
    request: RunRequest<NoInfer<Payload>>,
  ): Promise<Triggered> {
    const [triggered] = await this.triggerMany(kind, [request]);
    if (!triggered) throw new Error('One request has one result');
    return triggered;
  }

  /** The same for many at once; the results are in the order of the requests. */
  async triggerMany<Payload>(
    kind: RunKind<Payload>,
    requests: readonly RunRequest<NoInfer<Payload>>[],
  ): Promise<Triggered[]> {
    const answers: Triggered[] = [];
    for (let start = 0; start < requests.length; start += CHUNK) {
      const chunk = requests.slice(start, start + CHUNK);
      answers.push(...(await this.create(chunk.map((request) => this.newRun(kind.name, request)))));
    }
    return answers;
  }

  /** Replays a dead letter; `created` is false when that was requested before. */
  async triggerReplay(deadLetter: ReplayRequest): Promise<Triggered> {
    const { kind, subject, owner, payload, id } = deadLetter;
    this.kinds.get(kind);
    const now = new Date();
    const request: NewRun = {
      kind,
      subject,
      owner,
      payload,
      priority: 'normal',
      not_before: now,
      replay_of: id,
    };
    const [created] = await this.insert([request]);
    if (created) {
      await this.dispatcher.dispatch([created]);
      return { run: created, created: true };
    }
    const earlier = await this.repository.findReplay(id);
    if (earlier) return { run: earlier, created: false };
    throw new DomainError('RUN_ACTIVE');
  }

  /** One run, if it is there. */
  find(id: string): Promise<Run | undefined> {
    return this.repository.findById(id);
  }

  /** One run; NOT_FOUND when there is none, or, with an owner given, when it is another's. */
  async get(id: string, owner?: string): Promise<Run> {
    const run = await this.repository.findById(id);
    if (!run || (owner !== undefined && run.owner !== owner)) throw runNotFound();
    return run;
  }

  /** Newest first, and how many there are in all. */
  list(filter: RunFilter, offset: number, limit: number): Promise<[Run[], number]> {
    return this.repository.list(filter, offset, limit);
  }

  /** How many runs of every kind have each status, zeros included. */
  countByStatus(): Promise<StatusCount[]> {
    return this.repository.countByStatus(this.kinds.names);
  }

  /**
   * Cancels a run: at once while it is queued or parked, within a heartbeat while a worker has it,
   * and after everything under it has ended while it waits for its children.
   * RUN_ENDED when it is too late, RUN_NOT_CANCELLABLE when its kind does not allow it.
   */
  cancel(id: string): Promise<Run> {
    return this.canceller.cancel(id);
  }

  /**
   * Puts parked runs back on their queues: what they wait for has happened. A run of the tree that
   * is parked for it by an attempt that began before this call goes on, too. Tells how many runs.
   */
  unpark({ reason, ...which }: ParkedRuns & { readonly reason: string }): Promise<number> {
    return this.parking.unpark(which, reason);
  }

  /** The active run of a subject, if there is one. */
  async findActive({ name }: RunKind, subject: string): Promise<Run | undefined> {
    return (await this.repository.findActive(name, [subject])).get(subject);
  }

  /** Whether no run of a subject is active or has an undelivered terminal event. */
  async isSettled({ name }: RunKind, subject: string): Promise<boolean> {
    return !(await this.repository.hasUnsettled(name, subject));
  }

  /** Deletes the ended runs of a deleted subject and their dead letters. */
  async forget({ name }: RunKind, subject: string): Promise<void> {
    await this.deadLetters.forget(name, subject);
    await this.repository.deleteEnded(name, subject);
  }

  private async create(news: readonly NewRun[]): Promise<Triggered[]> {
    const answers = new Map<NewRun, Triggered>();
    let open = [...news];
    for (let tries = 0; open.length > 0; tries += 1) {
      if (tries === TRIES) throw new DomainError('RUN_ACTIVE');
      const inserted = await this.insert(open);
      const created = inserted.filter((run) => run !== undefined);
      open.forEach((request, index) => {
        const run = inserted[index];
        if (run) answers.set(request, { run, created: true });
      });
      await this.dispatcher.dispatch(created, created.length > 1 ? BULK_DISPATCH_MS : undefined);
      open = open.filter((request) => !answers.has(request));
      await this.answerActive(open, answers);
      open = open.filter((request) => !answers.has(request));
    }
    return news.map((request) => answers.get(request) as Triggered);
  }

  /** Returns the active runs because of which requests were rejected. */
  private async answerActive(
    refused: readonly NewRun[],
    answers: Map<NewRun, Triggered>,
  ): Promise<void> {
    const [first] = refused;
    if (!first) return;
    const active = await this.repository.findActive(
      first.kind,
      refused.map(({ subject }) => subject),
    );
    for (const request of refused) {
      const run = active.get(request.subject);
      if (run) answers.set(request, { run, created: false });
    }
  }

  private insert(news: readonly NewRun[]): Promise<(Run | undefined)[]> {
    const now = new Date();
    const checkAt = new Date(now.getTime() + this.config.DISPATCH_CHECK_SECONDS * 1_000);
    return this.repository.insert(news, now, checkAt);
  }

  private newRun<Payload>(kind: string, request: RunRequest<Payload>): NewRun {
    const { subject, owner, payload, priority = 'normal', notBefore = new Date() } = request;
    return {
      kind,
      subject,
      owner,
      payload: this.secrets.seal(kind, owner, payload as Record<string, JsonValue>),
      priority,
      not_before: notBefore,
      replay_of: null,
    };
  }
}

/** The fields of a dead letter that a replay uses; its secrets stay sealed, for the same owner. */
export interface ReplayRequest {
  id: string;
  kind: string;
  subject: string;
  owner: string;
  payload: NewRun['payload'];
}
