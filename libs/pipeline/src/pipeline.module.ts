import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { LeaseModule } from '@tributary/mongo';
import { RunCanceller } from './cancel/run-canceller';
import { TreeCanceller } from './cancel/tree-canceller';
import { ChildPlanner } from './children/child-planner';
import { ChildRunRepository } from './children/child-run.repository';
import { ChildrenSummaries } from './children/children-summary.repository';
import { DormantSweeper } from './children/dormant-sweeper';
import { FanIn } from './children/fan-in';
import { ParentKeeper } from './children/parent-keeper';
import { ParentTransitions } from './children/parent-transitions.repository';
import { TreeEndings } from './children/tree-endings';
import { Cycles } from './cycles.service';
import { DeadLetterRepository } from './dead-letters/dead-letter.repository';
import { DeadLetterRecord, DeadLetterSchema } from './dead-letters/dead-letter.schema';
import { DeadLetterService } from './dead-letters/dead-letter.service';
import { ReplayService } from './dead-letters/replay.service';
import { Dispatcher } from './dispatch/dispatcher';
import { QueueConnections } from './dispatch/queue-connections';
import { type RunQueue, RunQueues } from './dispatch/run-queues';
import { RunKindControl } from './kinds/run-kind-control.service';
import { type RunKind } from './kinds/run-kind';
import { FeatureKinds, RunKindRegistry } from './kinds/run-kind-registry';
import { RunOutcomes } from './ledger/run-outcomes';
import { PayloadSecrets } from './ledger/payload-secrets';
import { RunRepository } from './ledger/run.repository';
import { RunRecord, RunSchema } from './ledger/run.schema';
import { RunTransitions } from './ledger/run-transitions.repository';
import { RunCompletionListeners } from './outbox/run-completion-listeners';
import { Outbox } from './outbox/outbox';
import { ParkingRepository } from './parking/parking.repository';
import { ParkingService } from './parking/parking.service';
import { AbandonedRuns } from './reconcile/abandoned-runs';
import { Reconciler } from './reconcile/reconciler';
import { RunService } from './run.service';
import { FenceCounter } from './state/fence-counter.repository';
import { KindPauses } from './state/kind-pauses.repository';
import { PipelineStateRecord, PipelineStateSchema } from './state/pipeline-state.schema';
import { RedisEpoch } from './state/redis-epoch.repository';
import { Schedules } from './state/schedules.repository';
import { AttemptFollowUp } from './work/attempt-follow-up';
import { AttemptRecorder } from './work/attempt-recorder';
import { AttemptRunner } from './work/attempt-runner';
import { Heartbeat } from './work/heartbeat';
import { PhaseRunner } from './work/phase-runner';
import { ProcessorRegistry } from './work/processor-registry';
import { RunClaimer } from './work/run-claimer';
import { RunEventPublisher } from './work/run-event-publisher';
import { RunWorker } from './work/run-worker';
import './pipeline.errors';

/** The options of the pipeline in a process. */
export interface PipelineOptions {
  redisUrl: string;
  /** What the keys of the queues begin with. */
  redisPrefix: string;
  /** Whether it processes runs; otherwise it only creates and shows them. */
  works: boolean;
  /** The pause before the first retry, for kinds that have none of their own. */
  firstRetryMs?: number;
  /** After how long Bull gives the job of a silent worker to another one. */
  jobLockMs?: number;
}

const JOB_LOCK_MS = 15_000;

/** Runs: the ledger, the queues and, in a worker process, the workers and the reconciler. */
@Module({})
export class PipelineModule {
  /**
   * The pipeline itself, once in a process. Needs `LiveEvents`, `SecretBox`, `InFlightTracker` and
   * `Config` from global modules.
   */
  static forRoot(options: PipelineOptions): DynamicModule {
    return {
      module: PipelineModule,
      global: true,
      imports: [
        DiscoveryModule,
        LeaseModule,
        MongooseModule.forFeature([
          { name: RunRecord.name, schema: RunSchema },
          { name: DeadLetterRecord.name, schema: DeadLetterSchema },
          { name: PipelineStateRecord.name, schema: PipelineStateSchema },
        ]),
      ],
      providers: [...queueProviders(options), ...LEDGER, ...(options.works ? WORK : [])],
      exports: [
        RunService,
        Cycles,
        DeadLetterService,
        ReplayService,
        RunKindControl,
        RunKindRegistry,
        PayloadSecrets,
        QueueConnections,
        RunQueues,
        Schedules,
      ],
    };
  }

  /**
   * Registers the kinds of runs of a feature, in every process that creates, shows or works on
   * them. Import it in one module of the feature, which the api's and the worker's side share: a
   * process with a kind that is registered twice does not start.
   */
  static forFeature(kinds: readonly RunKind[]): DynamicModule {
    return {
      module: PipelineModule,
      imports: [
        BullModule.registerQueueAsync(
          ...kinds.map(({ queue }) => ({
            name: queue,
            inject: [QueueConnections],
            useFactory: (connections: QueueConnections) => connections.queueOptions(),
          })),
        ),
      ],
      providers: [
        { provide: FeatureKinds, useValue: new FeatureKinds(kinds) },
        {
          provide: FEATURE_QUEUES,
          inject: [RunQueues, ...kinds.map(({ queue }) => getQueueToken(queue))],
          useFactory: (queues: RunQueues, ...made: RunQueue[]) =>
            kinds.forEach(({ name }, index) => queues.add(name, made[index] as RunQueue)),
        },
      ],
    };
  }
}

/** A provider that registers the queues of a feature; it is never injected. */
const FEATURE_QUEUES = Symbol('queues of a feature');

/** The kinds of all features and the connections of their queues. */
export function queueProviders({
  redisUrl,
  redisPrefix,
  firstRetryMs,
  jobLockMs = JOB_LOCK_MS,
}: PipelineOptions): Provider[] {
  return [
    {
      provide: RunKindRegistry,
      inject: [DiscoveryService],
      useFactory: (discovery: DiscoveryService) =>
        RunKindRegistry.ofFeatures(discovery, firstRetryMs),
    },
    {
      provide: QueueConnections,
      // Invalid kinds are reported before anything is connected.
      inject: [RunKindRegistry],
      useFactory: () => new QueueConnections({ redisUrl, redisPrefix, jobLockMs }),
    },
    RunQueues,
  ];
}

const LEDGER: Provider[] = [
  RunRepository,
  RunTransitions,
  RunOutcomes,
  PayloadSecrets,
  DeadLetterRepository,
  DeadLetterService,
  FenceCounter,
  KindPauses,
  Schedules,
  RedisEpoch,
  Dispatcher,
  RunCompletionListeners,
  ChildRunRepository,
  ParentTransitions,
  FanIn,
  TreeEndings,
  Outbox,
  TreeCanceller,
  ParentKeeper,
  RunCanceller,
  ParkingRepository,
  ParkingService,
  RunService,
  Cycles,
  ReplayService,
  RunKindControl,
];

const WORK: Provider[] = [
  ProcessorRegistry,
  RunClaimer,
  Heartbeat,
  RunEventPublisher,
  ChildPlanner,
  ChildrenSummaries,
  PhaseRunner,
  AttemptRecorder,
  AttemptRunner,
  AttemptFollowUp,
  RunWorker,
  AbandonedRuns,
  DormantSweeper,
  Reconciler,
];
