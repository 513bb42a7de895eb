import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { AdvancedSettings } from 'bull';
import { DiscoveryModule } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { type RunKindTable } from '@tributary/contracts';
import { Redis } from 'ioredis';
import { DeadLetterRepository } from './dead-letters/dead-letter.repository';
import { DeadLetterRecord, DeadLetterSchema } from './dead-letters/dead-letter.schema';
import { DeadLetters } from './dead-letters/dead-letters.service';
import { Replays } from './dead-letters/replays.service';
import { Dispatcher } from './dispatch/dispatcher';
import { type RunQueue, RunQueues } from './dispatch/run-queues';
import { RunKindControl } from './kinds/run-kind-control.service';
import { RunKinds } from './kinds/run-kinds';
import { RunOutcomes } from './ledger/run-outcomes';
import { PayloadSecrets } from './ledger/payload-secrets';
import { RunRepository } from './ledger/run.repository';
import { RunRecord, RunSchema } from './ledger/run.schema';
import { RunTransitions } from './ledger/run-transitions.repository';
import { RunCompletionListeners } from './outbox/run-completion-listeners';
import { Outbox } from './outbox/outbox';
import { Reconciler } from './reconcile/reconciler';
import { RunService } from './run.service';
import { FenceCounter } from './state/fence-counter.repository';
import { KindPauses } from './state/kind-pauses.repository';
import { Leases } from './state/lease.repository';
import { PipelineStateRecord, PipelineStateSchema } from './state/pipeline-state.schema';
import { RedisEpoch } from './state/redis-epoch.repository';
import { Schedules } from './state/schedules.repository';
import { ProcessorRegistry } from './work/processor-registry';
import { RunWorker } from './work/run-worker';

/** What a process does with runs. */
export interface PipelineOptions {
  kinds: RunKindTable;
  redisUrl: string;
  /** What the keys of the queues begin with. */
  redisPrefix: string;
  /** Whether it works on them; otherwise it only creates and shows them. */
  works: boolean;
  /** After how long Bull gives a job to another worker, when the one that took it is silent. */
  jobLockMs?: number;
}

const JOB_LOCK_MS = 15_000;
const CONNECT_DEADLINE_MS = 5_000;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

/** Runs: the ledger, the queues and, in a worker, those who work on them. */
@Module({})
export class PipelineModule {
  /** Needs `LiveEvents`, `SecretBox`, `InFlightTracker` and `Config` from global modules. */
  static forRoot({
    kinds,
    redisUrl,
    redisPrefix,
    works,
    jobLockMs = JOB_LOCK_MS,
  }: PipelineOptions): DynamicModule {
    const connections: Redis[] = [];
    const createClient = (): Redis => {
      const connection = connect(redisUrl);
      connections.push(connection);
      return connection;
    };
    return {
      module: PipelineModule,
      global: true,
      imports: [
        DiscoveryModule,
        MongooseModule.forFeature([
          { name: RunRecord.name, schema: RunSchema },
          { name: DeadLetterRecord.name, schema: DeadLetterSchema },
          { name: PipelineStateRecord.name, schema: PipelineStateSchema },
        ]),
        BullModule.registerQueue(
          ...Object.values(kinds).map(({ queue }) => ({
            name: queue,
            prefix: `${redisPrefix}:bull`,
            createClient,
            settings: bullSettings(jobLockMs),
          })),
        ),
      ],
      providers: [
        { provide: RunKinds, useValue: new RunKinds(kinds) },
        {
          provide: RunQueues,
          inject: Object.values(kinds).map(({ queue }) => getQueueToken(queue)),
          useFactory: (...queues: RunQueue[]) =>
            new RunQueues(
              new Map(Object.keys(kinds).map((kind, i) => [kind, queues[i] as RunQueue])),
              connections,
            ),
        },
        ...LEDGER,
        ...(works ? WORK : []),
      ],
      exports: [
        RunService,
        DeadLetters,
        Replays,
        RunKindControl,
        RunKinds,
        PayloadSecrets,
        RunQueues,
        Schedules,
      ],
    };
  }
}

const LEDGER: Provider[] = [
  RunRepository,
  RunTransitions,
  RunOutcomes,
  PayloadSecrets,
  DeadLetterRepository,
  DeadLetters,
  FenceCounter,
  KindPauses,
  Leases,
  Schedules,
  RedisEpoch,
  Dispatcher,
  RunCompletionListeners,
  Outbox,
  RunService,
  Replays,
  RunKindControl,
];

const WORK: Provider[] = [ProcessorRegistry, RunWorker, Reconciler];

/** As Bull wants it: a command waits for as long as Redis is away; callers have deadlines. */
function connect(url: string): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: false,
    connectTimeout: CONNECT_DEADLINE_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_PAUSE_MS),
  });
}

/** The lock of a job only keeps Bull from giving it out twice: the ledger decides who works. */
function bullSettings(jobLockMs: number): AdvancedSettings {
  return {
    lockDuration: Math.round(jobLockMs),
    stalledInterval: Math.round(jobLockMs / 3),
    maxStalledCount: 10,
    retryProcessDelay: 1_000,
  };
}
