import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type RunCounts } from '@tributary/contracts';
import {
  type ClaimedRun,
  DeadLetterService,
  defineRunKind,
  RunKindControl,
  RunProcessor,
  ReplayService,
  type Run,
  type RunHandler,
  RunService,
} from '@tributary/pipeline';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../factories/eventually';
import { startPipeline } from '../../factories/pipeline';

interface Payload {
  secret?: string;
}

const WORK = defineRunKind<Payload>('work', {
  queue: 'works',
  retry: { retries: 2, firstMs: 10, factor: 2, capMs: 50 },
  secrets: ['secret'],
});

/** A kind of its own queue, which goes on while the other is paused. */
const UNPAUSED = defineRunKind<Record<string, never>>('unpaused', {
  queue: 'unpaused',
  retry: { retries: 0, firstMs: 10, factor: 2, capMs: 50 },
});

type Work = (run: ClaimedRun<Payload>) => Promise<RunCounts>;

/** What a run does is told by its subject. */
const works = new Map<string, Work>();

@Injectable()
@RunProcessor(WORK)
class Worker implements RunHandler<Payload> {
  process(run: ClaimedRun<Payload>): Promise<RunCounts> {
    const work = works.get(run.subject);
    if (!work) throw new Error(`Nobody said what to do for ${run.subject}`);
    return work(run);
  }
}

@Injectable()
@RunProcessor(UNPAUSED)
class UnpausedWorker implements RunHandler<Record<string, never>> {
  process(): Promise<RunCounts> {
    return Promise.resolve({});
  }
}

let app: INestApplicationContext;
let runs: RunService;

beforeAll(async () => {
  app = await startPipeline({
    kinds: [WORK, UNPAUSED],
    processors: [Worker, UnpausedWorker],
  });
  runs = app.get(RunService);
});

async function start(work: Work, payload: Payload = {}): Promise<Run> {
  const subject = randomUUID();
  works.set(subject, work);
  const { run } = await runs.trigger(WORK, { subject, owner: 'ada', payload });
  return run;
}

const ended = ({ id }: Run): Promise<Run> =>
  eventually('the run has ended', async () => {
    const run = await runs.get(id);
    return run.finished_at ? run : undefined;
  });

const whats = ({ history }: Run) => history.map(({ what }) => what);

describe('a run', () => {
  it('is worked on once and ends with its counts', async () => {
    let times = 0;
    const run = await start(() => Promise.resolve({ rows: (times += 1) }));
    expect(await ended(run)).toMatchObject({
      status: 'succeeded',
      result: { rows: 1 },
      attempt: 1,
    });
    expect(times).toBe(1);
  });

  it('gets its payload with the secrets open', async () => {
    let seen: unknown;
    const run = await start(
      ({ payload }) => {
        seen = payload;
        return Promise.resolve({});
      },
      { secret: 'sesame' },
    );
    await ended(run);
    expect(seen).toEqual({ secret: 'sesame' });
    expect(JSON.stringify(await runs.get(run.id))).not.toContain('sesame');
  });

  it('is tried again after an error that is worth it, and succeeds', async () => {
    const run = await start(({ attempt }) => {
      if (attempt < 3) throw new DomainError('TIMEOUT');
      return Promise.resolve({ attempt });
    });
    const done = await ended(run);
    expect(done).toMatchObject({ status: 'succeeded', attempt: 3, retry_count: 2 });
    expect(whats(done)).toEqual([
      'created',
      'started',
      'retrying',
      'started',
      'retrying',
      'started',
      'succeeded',
    ]);
  });

  it('fails when it is out of attempts, and becomes a dead letter', async () => {
    const run = await start(() => {
      throw new DomainError('TIMEOUT', { cause: new Error('no answer from 10.0.0.1') });
    });
    const done = await ended(run);
    expect(done).toMatchObject({
      status: 'failed',
      attempt: 3,
      error: { code: 'TIMEOUT', category: 'network', retryable: true },
    });
    const letters = app.get(DeadLetterService);
    const letter = await eventually('a dead letter', async () => {
      const [found] = await letters.list({ owner: 'ada' }, 0, 100);
      return found.find(({ run_id }) => run_id === run.id);
    });
    expect(letter).toMatchObject({
      state: 'open',
      item: '',
      subject: run.subject,
      cause: 'Error: no answer from 10.0.0.1',
      pattern: 'Error: no answer from <n>',
    });
    expect(letter.history.length).toBeGreaterThan(3);
  });

  it('fails at once after an error that is not worth another attempt', async () => {
    const run = await start(() => Promise.reject(new DomainError('PARSE_ERROR')));
    expect(await ended(run)).toMatchObject({ status: 'failed', attempt: 1, retry_count: 0 });
  });

  it('survives an error that nobody foresaw, also a thrown text', async () => {
    const run = await start(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- processors may do this, too
      throw 'a text';
    });
    expect(await ended(run)).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_ERROR' } });
  });

  it('pays no attempt for being throttled, however often', async () => {
    let throttled = 0;
    const run = await start(() => {
      throttled += 1;
      if (throttled <= 5) throw new DomainError('RATE_LIMITED');
      return Promise.resolve({});
    });
    expect(await ended(run)).toMatchObject({
      status: 'succeeded',
      attempt: 1,
      retry_count: 0,
      throttle_count: 5,
    });
  });

  it('is cancelled while it runs', async () => {
    const run = await start(async ({ signal }) => {
      await delay(60_000, undefined, { signal });
      return {};
    });
    await eventually('the run has started', async () => {
      const { started_at } = await runs.get(run.id);
      return started_at ?? undefined;
    });
    expect(await runs.cancel(run.id)).toMatchObject({ status: 'running' });
    const done = await ended(run);
    expect(done.status).toBe('cancelled');
    expect(whats(done)).toEqual(['created', 'started', 'cancel_requested', 'cancelled']);
  });

  it('reports how far it is', async () => {
    let finish = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    const run = await start(async (claimed) => {
      claimed.progress({ done: 3, total: 10 });
      await waiting;
      return {};
    });
    const progress = await eventually('progress', async () => {
      const { progress } = await runs.get(run.id);
      return progress ?? undefined;
    });
    expect(progress).toEqual({ done: 3, total: 10, note: null });
    finish();
    expect((await ended(run)).progress).toEqual(progress);
  });

  it('keeps the items that failed, and goes on with the others', async () => {
    const run = await start(async (claimed) => {
      const error = new DomainError('PARSE_ERROR', { detail: 'Row 7 has no price.' });
      await claimed.deadLetter({ item: 'row-7', error, payload: { secret: 'sesame' } });
      await claimed.deadLetter({ item: 'row-7', error, payload: { secret: 'sesame' } });
      return { rows: 6 };
    });
    expect(await ended(run)).toMatchObject({ status: 'succeeded', result: { rows: 6 } });
    const [letters] = await app.get(DeadLetterService).list({ state: 'open' }, 0, 100);
    const ours = letters.filter(({ run_id }) => run_id === run.id);
    expect(ours).toHaveLength(1);
    expect(ours[0]).toMatchObject({ item: 'row-7', subject: `${run.subject}#row-7`, kind: 'work' });
    expect(JSON.stringify(ours)).not.toContain('sesame');
  });
});

describe('a dead letter', () => {
  async function deadLetterOf(work: Work): Promise<{ id: string; run: Run }> {
    const run = await start(work, { secret: 'sesame' });
    await ended(run);
    return eventually('a dead letter', async () => {
      const [letters] = await app.get(DeadLetterService).list({ kind: 'work' }, 0, 100);
      const letter = letters.find(({ run_id }) => run_id === run.id);
      return letter && { id: letter.id, run };
    });
  }

  it('is replayed once, however many ask at once', async () => {
    let times = 0;
    const seen: unknown[] = [];
    const { id } = await deadLetterOf(({ payload }) => {
      times += 1;
      seen.push(payload);
      if (times === 1) throw new DomainError('PARSE_ERROR');
      return Promise.resolve({});
    });
    const replays = app.get(ReplayService);
    const answers = await Promise.all(Array.from({ length: 5 }, () => replays.replay(id)));
    expect(new Set(answers.map(({ run }) => run.id)).size).toBe(1);
    const again = await ended(answers[0]!.run);
    expect(again).toMatchObject({ status: 'succeeded', replay_of: id });
    expect(await replays.replay(id)).toMatchObject({ created: false, run: { id: again.id } });
    expect(times).toBe(2);
    expect(seen).toEqual([{ secret: 'sesame' }, { secret: 'sesame' }]);
    expect(await app.get(DeadLetterService).get(id)).toMatchObject({
      state: 'replayed',
      replay_run_id: again.id,
    });
  });

  it('waits for another run on its subject, and stays open', async () => {
    let isFirst = true;
    let finish = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    const { id, run } = await deadLetterOf(async () => {
      if (isFirst) {
        isFirst = false;
        throw new DomainError('PARSE_ERROR');
      }
      await waiting;
      return {};
    });
    const other = await runs.trigger(WORK, { subject: run.subject, owner: 'ada', payload: {} });
    await expect(app.get(ReplayService).replay(id)).rejects.toMatchObject({ code: 'RUN_ACTIVE' });
    expect(await app.get(DeadLetterService).get(id)).toMatchObject({ state: 'open' });
    finish();
    await ended(other.run);
  });

  it('is not replayed after it was discarded', async () => {
    const { id } = await deadLetterOf(() => Promise.reject(new DomainError('PARSE_ERROR')));
    expect(await app.get(DeadLetterService).discard(id)).toMatchObject({ state: 'discarded' });
    await expect(app.get(ReplayService).replay(id)).rejects.toMatchObject({
      code: 'DEAD_LETTER_CLOSED',
    });
  });

  it('is replayed with its group', async () => {
    let isBroken = true;
    const work: Work = () => {
      if (isBroken) {
        throw new DomainError('PARSE_ERROR', { detail: `Group ${randomUUID()} is broken` });
      }
      return Promise.resolve({});
    };
    const letters = await Promise.all([1, 2, 3].map(() => deadLetterOf(work)));
    const { group } = await app.get(DeadLetterService).get(letters[0]!.id);
    const groups = await app.get(DeadLetterService).groups('work');
    expect(groups.find((one) => one.group === group)).toMatchObject({
      count: 3,
      code: 'PARSE_ERROR',
      pattern: 'Group <id> is broken',
    });
    isBroken = false;
    expect(await app.get(ReplayService).countGroup(group)).toBe(3);
    const report = await app.get(ReplayService).replayGroup(group);
    expect(report).toEqual({ replayed: 3, skipped: 0, remaining: 0 });
    for (const { id } of letters) {
      const { replay_run_id } = await app.get(DeadLetterService).get(id);
      expect((await ended({ id: replay_run_id! } as Run)).status).toBe('succeeded');
    }
  });
});

describe('a pause', () => {
  it('lets nothing start, and a resume lets everything start', async () => {
    const kindControl = app.get(RunKindControl);
    expect(await kindControl.pause('work')).toMatchObject({ paused: true });
    let started = 0;
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        start(() => {
          started += 1;
          return Promise.resolve({});
        }),
      ),
    );
    // What came later, and is not paused, is done by the same process.
    for (const { id } of made) {
      const { run } = await runs.trigger(UNPAUSED, { subject: id, owner: 'ada', payload: {} });
      expect((await ended(run)).status).toBe('succeeded');
    }
    expect(started).toBe(0);
    for (const run of made) expect((await runs.get(run.id)).status).toBe('queued');

    expect(await kindControl.resume('work')).toMatchObject({ paused: false });
    for (const run of made) expect((await ended(run)).status).toBe('succeeded');
    expect(started).toBe(10);
  });

  it('of a kind that nobody knows is refused', async () => {
    await expect(app.get(RunKindControl).pause('nothing')).rejects.toMatchObject({
      code: 'UNKNOWN_KIND',
    });
  });
});
