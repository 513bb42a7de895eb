import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { type DomainError } from '@tributary/common';
import { type RawEnvironment } from '@tributary/config';
import { type RunCounts } from '@tributary/contracts';
import {
  type ClaimedRun,
  defineRunKind,
  RunProcessor,
  type RunHandler,
  RunService,
} from '@tributary/pipeline';
import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from './app';
import { Client } from './client';
import { eventually } from './eventually';

/** What a run of the test's own kind is given. */
export interface TestPayload {
  sheet: string;
  password: string;
}

/** The name of the kind whose runs do as the test tells them. */
export const TEST_KIND = 'test.work';

const TEST_WORK = defineRunKind<TestPayload>(TEST_KIND, {
  queue: 'test_work',
  retry: { retries: 1, firstMs: 600_000, factor: 1, capMs: 600_000 },
  secrets: ['password'],
});

/** The admin of every such application. */
export const ADMIN = { email: 'admin@shop.example', password: 'the first admin here' };

/** Tells the runs of a test what to do, by subject, and remembers what they did. */
export class Workbench {
  /** Subjects in the order in which work on them began. */
  readonly started: string[] = [];
  /** Subjects in the order in which they were done. */
  readonly done: string[] = [];
  /** What the work on a subject fails with, for as long as it stands here. */
  readonly failures = new Map<string, DomainError>();
  private readonly holds = new Map<string, Promise<void>>();

  /** Keeps the work on a subject from ending until the returned function is called. */
  hold(subject: string): () => void {
    const { promise, resolve } = withResolver();
    this.holds.set(subject, promise);
    return resolve;
  }

  async work({ subject, signal }: ClaimedRun<TestPayload>): Promise<RunCounts> {
    this.started.push(subject);
    const { promise: aborted, resolve } = withResolver();
    signal.addEventListener('abort', resolve);
    await Promise.race([this.holds.get(subject), aborted]);
    signal.throwIfAborted();
    const failure = this.failures.get(subject);
    if (failure) throw failure;
    this.done.push(subject);
    return { rows: 1 };
  }
}

/** An application that works on runs of the test's own kind. */
export interface PipelineApp extends TestApp {
  bench: Workbench;
  runs: RunService;
  admin: Client;
}

/** Starts one. */
export async function startPipelineApp(overrides: RawEnvironment = {}): Promise<PipelineApp> {
  const bench = new Workbench();
  const test = await startApp(
    {
      ROLE: 'all',
      RUN_LEASE_SECONDS: '6',
      THROTTLE_LIMIT: '100000',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...overrides,
    },
    [],
    {
      kinds: [TEST_WORK],
      processors: [TestWorkModule.with(bench)],
    },
  );
  const admin = await new Client(test.server).signedIn(ADMIN);
  return { ...test, bench, admin, runs: test.app.get(RunService) };
}

/** Asks for a run of the test's own kind and gives its id. */
export async function trigger(
  { runs }: PipelineApp,
  subject: string,
  { owner = 'mai', notBefore }: { owner?: string; notBefore?: Date } = {},
): Promise<string> {
  const payload = { sheet: 'orders', password: 'hunter2 hunter2' };
  const request = { subject, owner, payload, ...(notBefore ? { notBefore } : {}) };
  return (await runs.trigger(TEST_WORK, request)).run.id;
}

/** Waits until a run is there. */
export async function reaches({ runs }: PipelineApp, id: string, status: string): Promise<void> {
  await eventually(`run ${id} is ${status}`, async () =>
    (await runs.get(id)).status === status ? true : undefined,
  );
}

/** A subject that nobody else works on. */
export function newSubject(): string {
  return `shop-${randomUUID()}`;
}

@Injectable()
@RunProcessor(TEST_WORK)
class TestProcessor implements RunHandler<TestPayload> {
  constructor(private readonly bench: Workbench) {}

  process(run: ClaimedRun<TestPayload>): Promise<RunCounts> {
    return this.bench.work(run);
  }
}

@Module({})
class TestWorkModule {
  static with(bench: Workbench): DynamicModule {
    return {
      module: TestWorkModule,
      providers: [TestProcessor, { provide: Workbench, useValue: bench }],
    };
  }
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
