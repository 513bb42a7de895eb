import { type INestApplicationContext } from '@nestjs/common';
import { defineRunKind, type RunQueue, RunQueues, RunService } from '@tributary/pipeline';
import { randomUUID } from 'node:crypto';
import { startPipeline } from '../../factories/pipeline';

const SYNC = defineRunKind<{ page: number; access_token?: string }>('sync', {
  queue: 'syncs',
  secrets: ['access_token'],
});

const ERASE = defineRunKind<{ page: number }>('erase', { queue: 'erasures', cancellable: false });

let app: INestApplicationContext;
let runs: RunService;
let queue: RunQueue;

beforeAll(async () => {
  app = await startPipeline({ kinds: [SYNC, ERASE] });
  runs = app.get(RunService);
  queue = app.get(RunQueues).of('sync');
});

const request = (overrides: object = {}) => ({
  subject: randomUUID(),
  owner: 'ada',
  payload: { page: 1 },
  ...overrides,
});

describe('a trigger', () => {
  it('records the run and puts a job with the fields of the contract on the queue', async () => {
    const asked = request();
    const { run, created } = await runs.trigger(SYNC, asked);
    expect(created).toBe(true);
    expect(run).toMatchObject({ status: 'queued', attempt: 0, retry_count: 0, ...asked });
    expect(await runs.get(run.id)).toMatchObject({ id: run.id, status: 'queued' });

    const job = await queue.getJob(`${run.id}-1`);
    expect(job?.name).toBe('sync');
    expect(job?.data).toEqual({
      run_id: run.id,
      connection_id: asked.subject,
      user_id: 'ada',
      queued_at: run.queued_at.toISOString(),
      retry_count: 0,
    });
  });

  it('gives the active run of the same subject, and says so', async () => {
    const asked = request();
    const first = await runs.trigger(SYNC, asked);
    const second = await runs.trigger(SYNC, { ...asked, payload: { page: 2 } });
    expect(second).toMatchObject({ created: false, run: { id: first.run.id } });
  });

  it('creates one run however many ask at once', async () => {
    const asked = request();
    const answers = await Promise.all(Array.from({ length: 20 }, () => runs.trigger(SYNC, asked)));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ run }) => run.id)).size).toBe(1);
  });

  it('creates a new run when the last one has ended', async () => {
    const asked = request();
    const first = await runs.trigger(SYNC, asked);
    await runs.cancel(first.run.id);
    const second = await runs.trigger(SYNC, asked);
    expect(second.created).toBe(true);
    expect(second.run.id).not.toBe(first.run.id);
  });

  it('refuses a kind that nobody knows', async () => {
    await expect(runs.trigger({ ...SYNC, name: 'nothing' }, request())).rejects.toMatchObject({
      code: 'UNKNOWN_KIND',
    });
  });

  it('seals the secrets of a payload', async () => {
    const { run } = await runs.trigger(SYNC, request({ payload: { page: 1, access_token: 'x' } }));
    const { payload } = await runs.get(run.id);
    expect(payload.page).toBe(1);
    expect(payload.access_token).toMatch(/^v1\./);
  });

  it('delays the job of a run that starts later', async () => {
    const notBefore = new Date(Date.now() + 3_600_000);
    const { run } = await runs.trigger(SYNC, request({ notBefore }));
    const job = await queue.getJob(`${run.id}-1`);
    expect(await job?.getState()).toBe('delayed');
  });

  it('puts a run of high priority before the others', async () => {
    await queue.empty();
    await runs.triggerMany(SYNC, [request(), request()]);
    const { run } = await runs.trigger(SYNC, request({ priority: 'high' }));
    const [next] = await queue.getJobs(['waiting'], 0, 0, true);
    expect(next?.data.run_id).toBe(run.id);
  });
});

describe('a bulk trigger', () => {
  it('answers every request in order, the active ones with their runs', async () => {
    const asked = Array.from({ length: 2_500 }, () => request());
    const known = await runs.trigger(SYNC, asked[1_234]!);
    const twice = [...asked, asked[7]!];

    const answers = await runs.triggerMany(SYNC, twice);
    expect(answers.map(({ run }) => run.subject)).toEqual(twice.map(({ subject }) => subject));
    const old = answers.filter(({ created }) => !created);
    expect(old.map(({ run }) => run.id)).toEqual([known.run.id, answers[7]?.run.id]);
    const jobs = await Promise.all(
      answers.slice(0, 2_500).map(({ run }) => queue.getJob(`${run.id}-1`)),
    );
    expect(jobs.every((job) => job !== null)).toBe(true);
  });
});

describe('a run', () => {
  it('is found by its owner, and by nobody else', async () => {
    const { run } = await runs.trigger(SYNC, request());
    expect(await runs.get(run.id, 'ada')).toMatchObject({ id: run.id });
    for (const [id, owner] of [
      [run.id, 'eve'],
      [randomUUID(), 'ada'],
      ['67389ab04c1f2e0012ab34cd', 'ada'],
    ] as const) {
      await expect(runs.get(id, owner)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        detail: 'Run not found',
      });
    }
  });

  it('that is queued is cancelled at once, and only once', async () => {
    const { run } = await runs.trigger(SYNC, request());
    expect(await runs.cancel(run.id)).toMatchObject({ status: 'cancelled' });
    await expect(runs.cancel(run.id)).rejects.toMatchObject({ code: 'RUN_ENDED' });
    const { history, finished_at } = await runs.get(run.id);
    expect(history.map(({ what }) => what)).toEqual(['created', 'cancelled']);
    expect(finished_at).toBeInstanceOf(Date);
  });

  it('of a kind that cannot be cancelled is not', async () => {
    const { run } = await runs.trigger(ERASE, request());
    await expect(runs.cancel(run.id)).rejects.toMatchObject({ code: 'RUN_NOT_CANCELLABLE' });
    expect(await runs.get(run.id)).toMatchObject({ status: 'queued', cancel_requested_at: null });
  });

  it('is listed by what it is, newest first', async () => {
    const owner = randomUUID();
    const made = await runs.triggerMany(SYNC, [request({ owner }), request({ owner })]);
    await runs.cancel(made[0]!.run.id);
    const [all, total] = await runs.list({ owner }, 0, 10);
    expect(total).toBe(2);
    expect(all.map(({ id }) => id)).toEqual([made[1]?.run.id, made[0]?.run.id]);
    const [queued] = await runs.list({ owner, status: 'queued', kind: 'sync' }, 0, 10);
    expect(queued.map(({ id }) => id)).toEqual([made[1]?.run.id]);
    expect(await runs.list({ owner, kind: 'other' }, 0, 10)).toEqual([[], 0]);
  });
});
