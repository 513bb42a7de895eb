import { type INestApplicationContext } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { InFlightTracker, LiveEvents } from '@tributary/common';
import { Config } from '@tributary/config';
import {
  DeadLetterService,
  PayloadSecrets,
  type Run,
  type RunHandler,
  RunKindRegistry,
  RunService,
  Schedules,
} from '@tributary/pipeline';
import { type Model, Types } from 'mongoose';
// The parts of a worker below the library's surface: here a test says when they do what.
import { ChildPlanner } from '../../../../libs/pipeline/src/children/child-planner';
import { ChildRunRepository } from '../../../../libs/pipeline/src/children/child-run.repository';
import { ChildrenSummaries } from '../../../../libs/pipeline/src/children/children-summary.repository';
import { DormantSweeper } from '../../../../libs/pipeline/src/children/dormant-sweeper';
import { ParentKeeper } from '../../../../libs/pipeline/src/children/parent-keeper';
import { ParentTransitions } from '../../../../libs/pipeline/src/children/parent-transitions.repository';
import { DeadLetterRecord } from '../../../../libs/pipeline/src/dead-letters/dead-letter.schema';
import { Dispatcher } from '../../../../libs/pipeline/src/dispatch/dispatcher';
import { RunOutcomes } from '../../../../libs/pipeline/src/ledger/run-outcomes';
import { RunTransitions } from '../../../../libs/pipeline/src/ledger/run-transitions.repository';
import { RunRepository } from '../../../../libs/pipeline/src/ledger/run.repository';
import { RunRecord } from '../../../../libs/pipeline/src/ledger/run.schema';
import { Outbox } from '../../../../libs/pipeline/src/outbox/outbox';
import { ParkingService } from '../../../../libs/pipeline/src/parking/parking.service';
import { AbandonedRuns } from '../../../../libs/pipeline/src/reconcile/abandoned-runs';
import { FenceCounter } from '../../../../libs/pipeline/src/state/fence-counter.repository';
import { AttemptFollowUp } from '../../../../libs/pipeline/src/work/attempt-follow-up';
import { AttemptRecorder } from '../../../../libs/pipeline/src/work/attempt-recorder';
import { AttemptRunner } from '../../../../libs/pipeline/src/work/attempt-runner';
import { Heartbeat } from '../../../../libs/pipeline/src/work/heartbeat';
import { PhaseRunner } from '../../../../libs/pipeline/src/work/phase-runner';
import { RunEventPublisher } from '../../../../libs/pipeline/src/work/run-event-publisher';
import { RunLease } from '../../../../libs/pipeline/src/work/run-lease';
import { KillSwitch } from './kill-switch';

/** Longer than any test: only a test says when a lease is over. */
const LEASE_MS = 3_600_000;
const BATCH = 500;

/** When an attempt or a round of the reconciler is killed. */
export interface Kill {
  atWrite: number;
  isDoneFirst: boolean;
}

/**
 * Workers and a reconciler on real stores, of which each step is made when a test says so, and may
 * be killed at any of its writes.
 */
export class SimulatedCluster {
  readonly runs: RunService;
  readonly records: Model<RunRecord>;
  private readonly kills: KillSwitch;
  private readonly repository: RunRepository;
  private readonly transitions: RunTransitions;
  private readonly fences: FenceCounter;
  private readonly outbox: Outbox;
  private readonly parents: ParentKeeper;
  private readonly parking: ParkingService;
  private readonly runner: AttemptRunner;
  private readonly followUp: AttemptFollowUp;
  private readonly abandoned: AbandonedRuns;
  private readonly sweeper: DormantSweeper;

  constructor(
    app: INestApplicationContext,
    private readonly handlers: ReadonlyMap<string, RunHandler>,
  ) {
    const get = <T>(type: abstract new (...args: never[]) => T): T =>
      app.get<T>(type, { strict: false });
    this.runs = get(RunService);
    this.records = app.get(getModelToken(RunRecord.name), { strict: false });
    const letters: Model<DeadLetterRecord> = app.get(getModelToken(DeadLetterRecord.name), {
      strict: false,
    });
    this.kills = new KillSwitch([this.records, letters]);
    this.repository = get(RunRepository);
    this.transitions = get(RunTransitions);
    this.fences = get(FenceCounter);
    this.outbox = get(Outbox);
    this.parents = get(ParentKeeper);
    this.parking = get(ParkingService);
    this.followUp = new AttemptFollowUp(this.outbox, this.parents, this.parking);
    const config = get(Config);
    const kinds = get(RunKindRegistry);
    const outcomes = get(RunOutcomes);
    const secrets = get(PayloadSecrets);
    const publisher = new RunEventPublisher(kinds, get(LiveEvents));
    this.runner = new AttemptRunner(
      kinds,
      secrets,
      get(DeadLetterService),
      new Heartbeat(config, this.transitions),
      new AttemptRecorder(
        kinds,
        this.repository,
        this.transitions,
        get(ParentTransitions),
        outcomes,
        publisher,
      ),
      publisher,
      new PhaseRunner(
        new ChildPlanner(kinds, secrets, get(ChildRunRepository)),
        new ChildrenSummaries(this.records),
      ),
    );
    this.abandoned = new AbandonedRuns(
      config,
      kinds,
      this.repository,
      this.transitions,
      outcomes,
      get(Dispatcher),
      this.outbox,
    );
    this.sweeper = new DormantSweeper(this.records, kinds, get(Schedules));
    // A process that is shutting down does not belong here.
    expect(get(InFlightTracker).isDraining).toBe(false);
  }

  /** A worker claims a run and works on it to the end of the attempt, or until it is killed. */
  async work(id: string, kill?: Kill): Promise<void> {
    const attempt = await this.begin(id);
    if (attempt) await this.finish(attempt, kill);
  }

  /** A worker claims a run; undefined when another one was faster. */
  async begin(id: string): Promise<{ run: Run; lease: RunLease } | undefined> {
    const fence = await this.fences.next();
    const now = new Date();
    const until = new Date(now.getTime() + LEASE_MS);
    const run = await this.transitions.claim({ id, fence }, `worker ${fence}`, now, until);
    return run && { run, lease: new RunLease(fence, LEASE_MS, performance.now()) };
  }

  async finish({ run, lease }: { run: Run; lease: RunLease }, kill?: Kill): Promise<void> {
    const whenKilled = (): void => lease.break('lost');
    await this.kills.during(
      async () => {
        const handler = this.handlers.get(run.kind) as RunHandler;
        const left = await this.runner.attempt(run, lease, handler);
        if (left) await this.followUp.handle(left);
      },
      kill && { ...kill, whenKilled },
    );
  }

  /** Whatever has a date has come to it: leases are over, retries, checks and deliveries are due. */
  async timePasses(root: string): Promise<void> {
    const ofTree = { $or: [{ _id: new Types.ObjectId(root) }, { root: new Types.ObjectId(root) }] };
    const past = new Date(0);
    for (const field of ['lease_until', 'outbox_due', 'children_due', 'parked_due', 'not_before']) {
      await this.records.updateMany({ ...ofTree, [field]: { $exists: true } }, { [field]: past });
    }
  }

  /** A round of the reconciler over everything that is due. */
  async reconcile(kill?: Kill): Promise<void> {
    await this.kills.during(async () => {
      await this.abandoned.takeBack(BATCH);
      await this.parking.checkDue(BATCH);
      await this.parents.keepDue(BATCH);
      for (const run of await this.repository.findUndelivered(new Date(), BATCH)) {
        await this.outbox.deliver(run);
      }
    }, kill);
  }

  /** Somebody cancels a run, and is killed on the way. */
  async cancel(id: string, kill?: Kill): Promise<void> {
    await this.kills.during(
      () => this.runs.cancel(id).catch((error: Error) => expect(error.message).toMatch('ended')),
      kill,
    );
  }

  async unpark(root: string, reason: string, kill?: Kill): Promise<void> {
    await this.kills.during(() => this.runs.unpark({ root, reason }), kill);
  }

  /** What zombies planned is swept long after. */
  sweep(): Promise<void> {
    return this.sweeper.sweep(new Date(Date.now() + 2 * LEASE_MS));
  }

  /** Everything of a tree, the dormant included. */
  all(root: string): Promise<RunRecord[]> {
    const id = new Types.ObjectId(root);
    return this.records.find({ $or: [{ _id: id }, { root: id }] }).lean<RunRecord[]>();
  }
}
