import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { DomainError } from '@tributary/common';
import { type RunCounts } from '@tributary/contracts';
import {
  childRun,
  type ChildrenSummary,
  type ClaimedRun,
  DeadLetterService,
  defineRunKind,
  type FanOut,
  fanOut,
  type Joined,
  ParkRun,
  ReplayService,
  type Run,
  type RunHandler,
  RunProcessor,
  RunService,
} from '@tributary/pipeline';
import { Redis } from 'ioredis';
import { type Connection } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { childId } from '../../../libs/pipeline/src/children/child-id';
import { FanIn } from '../../../libs/pipeline/src/children/fan-in';
import { type RunRecord } from '../../../libs/pipeline/src/ledger/run.schema';
import { testEnvironment } from '../../factories/environment';
import { eventually } from '../../factories/eventually';
import { startPipeline } from '../../factories/pipeline';

/** What a run does; a list of names has it fan out into children of that name. */
interface Script {
  does: string;
  children?: string[];
}

const QUICK = { retries: 2, firstMs: 10, factor: 1, capMs: 10 };
const JOB = defineRunKind<Script>('tree.job', {
  queue: 'tree_jobs',
  retry: QUICK,
  fansOut: true,
});
const ITEM = defineRunKind<Script>('tree.item', {
  queue: 'tree_items',
  retry: { ...QUICK, throttledForMs: 3_600_000 },
  silent: true,
});

type Work = (run: ClaimedRun<Script>) => Promise<RunCounts | FanOut>;
type Join = (run: ClaimedRun<Script>, children: ChildrenSummary) => Promise<Joined>;

const works: Record<string, Work> = {
  succeed: () => Promise.resolve({ rows: 2 }),
  fail: () => Promise.reject(new DomainError('PARSE_ERROR')),
  retry: ({ attempt }) =>
    attempt < 3 ? Promise.reject(new DomainError('TIMEOUT')) : Promise.resolve({ rows: 1 }),
  park: (run) =>
    tokens.has(run.root)
      ? Promise.resolve({ rows: 3 })
      : Promise.reject(
          new ParkRun({ reason: 'waiting_for_token', until: LATER, code: 'AUTH_FAILED' }),
        ),
  late: () =>
    Promise.reject(
      new ParkRun({ reason: 'waiting_for_token', until: new Date(), code: 'AUTH_FAILED' }),
    ),
  hang: ({ signal }) =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('told to stop'))),
    ),
};
const LONG_AGO = new Date(Date.now() - 7_200_000);
const LATER = new Date(Date.now() + 3_600_000);
/** Trees that have the token that their runs wait for. */
const tokens = new Set<string>();
const joins = new Map<string, Join>();
const joined: { id: string; summary: ChildrenSummary }[] = [];

@Injectable()
@RunProcessor(ITEM)
class Items implements RunHandler<Script> {
  process(run: ClaimedRun<Script>): Promise<RunCounts | FanOut> {
    return (works[run.payload.does] as Work)(run);
  }
}

@Injectable()
@RunProcessor(JOB)
class Jobs implements RunHandler<Script> {
  process(run: ClaimedRun<Script>): Promise<RunCounts | FanOut> {
    const work = works[run.payload.does];
    return work ? work(run) : Promise.resolve(fanOut(childrenOf(run)));
  }

  join(run: ClaimedRun<Script>, summary: ChildrenSummary): Promise<Joined> {
    joined.push({ id: run.id, summary });
    const join = joins.get(run.subject);
    if (join) return join(run, summary);
    const kinds = Object.values(summary.kinds);
    const isComplete = kinds.every(({ succeeded, partial }) => succeeded > 0 && partial === 0);
    const rows = kinds.reduce((sum, { result }) => sum + (result.rows ?? 0), 0);
    const outcome = isComplete && summary.failures.length === 0 ? 'complete' : 'partial';
    return Promise.resolve({ result: { rows }, outcome });
  }
}

function* childrenOf({ id, payload }: ClaimedRun<Script>) {
  for (const [index, name] of (payload.children ?? []).entries()) {
    const request = { key: String(index), subject: `${id}/${index}` };
    yield name.startsWith('job:')
      ? childRun(JOB, { ...request, payload: { does: '', children: name.slice(4).split('+') } })
      : childRun(ITEM, { ...request, payload: { does: name } });
  }
}

const environment = testEnvironment();
let app: INestApplicationContext;
let runs: RunService;

beforeAll(async () => {
  app = await startPipeline({ kinds: [JOB, ITEM], processors: [Jobs, Items], environment });
  runs = app.get(RunService);
});

const ledger = () => app.get<Connection>(getConnectionToken()).collection<RunRecord>('runs');

const start = async (children: string[], does = ''): Promise<Run> => {
  const request = { subject: randomUUID(), owner: 'ada', payload: { does, children } };
  return (await runs.trigger(JOB, request)).run;
};

const reaches = (id: string, status: string): Promise<Run> =>
  eventually(`run ${id} is ${status}`, async () => {
    const run = await runs.find(id);
    return run?.status === status ? run : undefined;
  });

const under = async ({ id }: Run): Promise<Run[]> => (await runs.list({ root: id }, 0, 100))[0];
const whats = ({ history }: Run) => history.map(({ what }) => what);
const joinsOf = ({ id }: Run) => joined.filter((one) => one.id === id);

describe('a run with children', () => {
  it('ends when the last of them has, with what its handler makes of them', async () => {
    const job = await start(['succeed', 'retry', 'succeed']);
    const ended = await reaches(job.id, 'succeeded');
    expect(ended).toMatchObject({
      result: { rows: 5 },
      outcome: 'complete',
      children: { count: 3 },
      parent: null,
      root: null,
    });
    expect(whats(ended)).toEqual([
      'created',
      'started',
      'fanned_out',
      'joining',
      'started',
      'succeeded',
    ]);
    const children = await under(job);
    expect(children.map(({ key }) => key).toSorted()).toEqual(['0', '1', '2']);
    for (const { id, key, parent, root, owner } of children) {
      expect({ id, parent, root, owner }).toEqual({
        id: childId(job.id, key ?? ''),
        parent: job.id,
        root: job.id,
        owner: 'ada',
      });
    }
  });

  it('goes on when one of them fails, which becomes a dead letter', async () => {
    const job = await start(['succeed', 'fail', 'succeed']);
    expect(await reaches(job.id, 'succeeded')).toMatchObject({ outcome: 'partial' });
    const failed = childId(job.id, '1');
    expect(joinsOf(job).map(({ summary }) => summary)).toEqual([
      {
        count: 3,
        kinds: {
          'tree.item': { succeeded: 2, failed: 1, cancelled: 0, partial: 0, result: { rows: 4 } },
        },
        failures: [
          {
            run_id: failed,
            kind: 'tree.item',
            key: '1',
            subject: `${job.id}/1`,
            error: expect.objectContaining({ code: 'PARSE_ERROR' }),
          },
        ],
      },
    ]);
    const [letters] = await app.get(DeadLetterService).list({ kind: 'tree.item' }, 0, 100);
    const letter = letters.find(({ run_id }) => run_id === failed);
    const { run } = await app.get(ReplayService).replay(letter!.id);
    expect(run).toMatchObject({ parent: null, root: null });
    await reaches(run.id, 'failed');
    expect(joinsOf(job)).toHaveLength(1);
  });

  it('joins at once when it has none', async () => {
    const job = await start([]);
    await reaches(job.id, 'succeeded');
    expect(joinsOf(job).map(({ summary }) => summary)).toEqual([
      { count: 0, kinds: {}, failures: [] },
    ]);
  });

  it('has children with children of their own', async () => {
    const job = await start(['job:succeed+succeed', 'succeed', 'job:fail']);
    expect(await reaches(job.id, 'succeeded')).toMatchObject({ result: { rows: 6 } });
    expect(joinsOf(job)[0]?.summary.kinds).toMatchObject({
      'tree.item': { succeeded: 1 },
      'tree.job': { succeeded: 2, partial: 1, result: { rows: 4 } },
    });
    const all = await under(job);
    expect(all).toHaveLength(6);
    expect(new Set(all.map(({ root }) => root))).toEqual(new Set([job.id]));
  });

  it('retries its join as any attempt, and fails when that is out of attempts', async () => {
    const job = await start(['succeed']);
    joins.set(job.subject, (run) => {
      if (run.attempt < 3) throw new DomainError('TIMEOUT');
      return Promise.resolve({ result: {}, outcome: 'complete' });
    });
    const other = await start(['succeed']);
    joins.set(other.subject, () => Promise.reject(new DomainError('TIMEOUT')));
    expect(await reaches(job.id, 'succeeded')).toMatchObject({ attempt: 3, retry_count: 2 });
    expect(await reaches(other.id, 'failed')).toMatchObject({ error: { code: 'TIMEOUT' } });
  });

  it('may have thousands that are found while they are stored', async () => {
    let made = 0;
    works.many = (run) =>
      Promise.resolve(
        fanOut(
          (async function* () {
            for (; made < 2_100; made += 1) {
              await Promise.resolve();
              const payload = { does: 'succeed' };
              yield childRun(ITEM, { key: `${made}`, subject: `${run.id}/${made}`, payload });
            }
          })(),
        ),
      );
    const job = await start([], 'many');
    expect(await reaches(job.id, 'succeeded')).toMatchObject({
      children: { count: 2_100 },
      result: { rows: 4_200 },
    });
  });

  it('forgets what an attempt planned that failed before its end', async () => {
    works.breaks = (run) => {
      const { attempt } = run;
      return Promise.resolve(
        fanOut(
          (function* () {
            for (let key = attempt; key < attempt + 600; key += 1) {
              const payload = { does: 'succeed' };
              yield childRun(ITEM, { key: String(key), subject: `${run.id}/${key}`, payload });
            }
            if (attempt < 3) throw new DomainError('TIMEOUT');
          })(),
        ),
      );
    };
    const job = await start([], 'breaks');
    expect(await reaches(job.id, 'succeeded')).toMatchObject({ children: { count: 600 } });
    const [children, total] = await runs.list({ root: job.id }, 0, 1_000);
    expect(total).toBe(600);
    const keys = children.map(({ key }) => Number(key)).toSorted((a, b) => a - b);
    expect([keys[0], keys.at(-1)]).toEqual([3, 602]);

    works.breaks_always = (run) =>
      Promise.resolve(
        fanOut(
          (function* () {
            yield* [...Array(600).keys()].map((key) =>
              childRun(ITEM, { key: `${key}`, subject: `${run.id}/${key}`, payload: { does: '' } }),
            );
            throw new DomainError('PARSE_ERROR');
          })(),
        ),
      );
    const failed = await start([], 'breaks_always');
    await reaches(failed.id, 'failed');
    await eventually('nothing is left', async () => {
      const left = await ledger().countDocuments({ status: 'dormant' });
      return left === 0;
    });
  });

  it('fails when two children have one key', async () => {
    works.twins = (run) => {
      const twin = { key: 'a', subject: run.id, payload: { does: 'succeed' } };
      return Promise.resolve(fanOut([childRun(ITEM, twin), childRun(ITEM, twin)]));
    };
    const job = await start([], 'twins');
    expect((await reaches(job.id, 'failed')).history.at(-1)?.cause).toMatch('the same key');
  });

  it('is kept with everything under it for as long', async () => {
    const job = await start(['succeed', 'job:fail']);
    await reaches(job.id, 'succeeded');
    const { expires_at } = await eventually('it is delivered', async () => {
      const record = await ledger().findOne({ subject: job.subject });
      return record?.outbox ? undefined : (record ?? undefined);
    });
    expect(expires_at).toBeInstanceOf(Date);
    expect((await under(job)).map((run) => run.expires_at)).toEqual(
      Array.from({ length: 3 }, () => expires_at),
    );
    await runs.forget(JOB, job.subject);
    expect(await under(job)).toEqual([]);
    expect(await runs.find(job.id)).toBeUndefined();
  });
});

describe('the ends of the last children', () => {
  it('let the parent go on once, however many ask at once', async () => {
    const job = await start(['hang']);
    const child = await reaches(childId(job.id, '0'), 'running');
    const fanIn = app.get(FanIn, { strict: false });
    const asked = () => Promise.all(Array.from({ length: 20 }, () => fanIn.childEnded(child)));
    expect((await asked()).filter((moved) => moved !== undefined)).toEqual([]);
    // As its last update leaves it, when nobody has delivered that yet.
    await ledger().updateOne(
      { subject: child.subject },
      { $set: { status: 'cancelled' }, $unset: { is_unfinished: 1, lease_until: 1 } },
    );
    expect((await asked()).filter((moved) => moved !== undefined)).toHaveLength(1);
    expect(whats(await runs.get(job.id)).filter((what) => what === 'joining')).toHaveLength(1);
  });
});

describe('a run that is throttled for too long', () => {
  it('fails with that, and becomes a dead letter', async () => {
    works.throttled = () => Promise.reject(new DomainError('RATE_LIMITED'));
    const request = { subject: randomUUID(), owner: 'tom', payload: { does: 'throttled' } };
    const { run } = await runs.trigger(ITEM, request);
    const waiting = await eventually('it is throttled', async () => {
      const found = await runs.get(run.id);
      return found.throttle_count > 1 ? found : undefined;
    });
    expect(waiting.throttled_since).toEqual(
      waiting.history.find(({ what }) => what === 'started')?.at,
    );
    await ledger().updateOne({ subject: request.subject }, { $set: { throttled_since: LONG_AGO } });
    expect(await reaches(run.id, 'failed')).toMatchObject({
      error: { code: 'RATE_LIMITED' },
      retry_count: 0,
    });
    await eventually('a dead letter', async () => {
      const [letters] = await app.get(DeadLetterService).list({ owner: 'tom' }, 0, 10);
      return letters.some(({ run_id }) => run_id === run.id);
    });
  });
});

describe('a silent kind', () => {
  it('publishes nothing, and its parent does', async () => {
    const { REDIS_URL, REDIS_PREFIX } = environment;
    const redis = new Redis(REDIS_URL);
    const request = { subject: randomUUID(), owner: randomUUID() };
    const payload = { does: '', children: ['succeed', 'fail', 'retry'] };
    const { run } = await runs.trigger(JOB, { ...request, payload });
    await reaches(run.id, 'succeeded');
    const entries = await eventually('its end is published', async () => {
      const found = await redis.xrange(`${REDIS_PREFIX}:live:stream:${request.owner}`, '-', '+');
      return found.length === 2 ? found : undefined;
    });
    redis.disconnect();
    const names = entries.map(([, fields]) => fields[fields.indexOf('name') + 1]);
    expect(names).toEqual(['run:started', 'run:succeeded']);
    expect(entries.every(([, fields]) => fields.join().includes(run.id))).toBe(true);
  });
});

describe('a processor', () => {
  it('has to be able to join, and only if its kind fans out', async () => {
    const kind = defineRunKind<Script>('tree.item', { queue: 'tree_items', fansOut: true });
    await expect(startPipeline({ kinds: [JOB, kind], processors: [Jobs, Items] })).rejects.toThrow(
      'Items has no join, but tree.item fans out',
    );
  });
});

describe('cancelling', () => {
  it('a waiting run ends everything under it, and then the run', async () => {
    const job = await start(['job:hang+park+succeed', 'hang', 'park', 'succeed']);
    await eventually('the tree has grown', async () => {
      const all = await under(job);
      const count = (status: string) => all.filter((run) => run.status === status).length;
      return count('running') === 2 && count('parked') === 2 && count('succeeded') === 2;
    });
    await runs.cancel(job.id);
    await reaches(job.id, 'cancelled');
    expect((await under(job)).map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'cancelled'),
      'succeeded',
      'succeeded',
    ]);
    expect(joinsOf(job)).toEqual([]);
    await expect(runs.cancel(job.id)).rejects.toMatchObject({ code: 'RUN_ENDED' });
  });

  it('one child leaves its siblings and its parent alone', async () => {
    const job = await start(['hang', 'succeed']);
    await reaches(childId(job.id, '0'), 'running');
    await runs.cancel(childId(job.id, '0'));
    expect(await reaches(job.id, 'succeeded')).toMatchObject({ result: { rows: 2 } });
    expect(joinsOf(job)[0]?.summary.kinds['tree.item']).toMatchObject({
      succeeded: 1,
      cancelled: 1,
    });
  });
});

describe('a parked run', () => {
  it('goes on when what it waits for has happened, without having cost an attempt', async () => {
    const job = await start(['park', 'park', 'succeed']);
    for (const key of ['0', '1']) await reaches(childId(job.id, key), 'parked');
    expect(await runs.get(job.id)).toMatchObject({ status: 'waiting' });
    expect(await runs.unpark({ root: job.id, reason: 'something_else' })).toBe(0);
    tokens.add(job.id);
    expect(await runs.unpark({ root: job.id, reason: 'waiting_for_token' })).toBe(2);
    expect(await reaches(job.id, 'succeeded')).toMatchObject({ result: { rows: 8 } });
    const child = await runs.get(childId(job.id, '0'));
    expect(child).toMatchObject({ attempt: 1, retry_count: 0, parked: null });
    expect(whats(child)).toEqual([
      'created',
      'started',
      'parked',
      'unparked',
      'started',
      'succeeded',
    ]);
  });

  it('fails when its date has passed', async () => {
    const { run } = await runs.trigger(ITEM, {
      subject: randomUUID(),
      owner: 'ada',
      payload: { does: 'late' },
    });
    expect(await reaches(run.id, 'failed')).toMatchObject({ error: { code: 'AUTH_FAILED' } });
  });

  it('goes on at once when it happened while it was on its way there', async () => {
    works.park_late = async (run) => {
      if (tokens.has(run.id)) return { rows: 1 };
      tokens.add(run.id);
      await runs.unpark({ id: run.id, reason: 'waiting_for_token' });
      throw new ParkRun({ reason: 'waiting_for_token', until: LATER, code: 'AUTH_FAILED' });
    };
    const request = { subject: randomUUID(), owner: 'ada', payload: { does: 'park_late' } };
    const { run } = await runs.trigger(ITEM, request);
    expect(whats(await reaches(run.id, 'succeeded'))).toContain('unparked');
  });

  it('is the one active run of its subject, and can be cancelled', async () => {
    const request = { subject: randomUUID(), owner: 'ada', payload: { does: 'park' } };
    const { run } = await runs.trigger(ITEM, request);
    await reaches(run.id, 'parked');
    expect(await runs.trigger(ITEM, request)).toMatchObject({ created: false });
    expect(await runs.cancel(run.id)).toMatchObject({ status: 'cancelled' });
  });
});
