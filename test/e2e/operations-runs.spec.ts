import { getModelToken } from '@nestjs/mongoose';
import { DomainError } from '@tributary/common';
import { RunQueues } from '@tributary/pipeline';
import { type Model, Types } from 'mongoose';
import { type KindDto } from '../../src/operations/dto/kind.dto';
import { type RunDetailsDto, type RunPageDto } from '../../src/operations/dto/run.dto';
import { eventually } from '../factories/eventually';
import {
  newSubject,
  type PipelineApp,
  reaches,
  startPipelineApp,
  TEST_KIND,
  trigger,
} from '../factories/pipeline-app';

const RUNS = '/api/v1/operations/runs';
const KINDS = '/api/v1/operations/kinds';
const NOBODY = 'f'.repeat(24);
const LATER = new Date(Date.now() + 3_600_000);

describe('runs', () => {
  let test: PipelineApp;

  beforeAll(async () => {
    test = await startPipelineApp();
  });

  const list = async (query: string) =>
    (await test.admin.get(`${RUNS}?${query}`).expect(200)).body as RunPageDto;
  const get = async (id: string) =>
    (await test.admin.get(`${RUNS}/${id}`).expect(200)).body as RunDetailsDto;

  describe('a list of them', () => {
    it('has the newest first, in pages', async () => {
      const owner = newSubject();
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        ids.unshift(await trigger(test, newSubject(), { owner, notBefore: LATER }));
      }
      const page = await list(`owner=${owner}&page=2&page_size=2`);
      expect(page).toMatchObject({ total: 5, page: 2, page_size: 2, total_pages: 3 });
      expect(page.data.map(({ run_id }) => run_id)).toEqual(ids.slice(2, 4));
      expect((await list(`owner=${owner}&page=9`)).data).toEqual([]);
    });

    it('is filtered by kind, status, subject and owner together', async () => {
      const [subject, owner] = [newSubject(), newSubject()];
      const done = await trigger(test, subject, { owner });
      await reaches(test, done, 'succeeded');
      const queued = await trigger(test, subject, { owner, notBefore: LATER });
      await trigger(test, newSubject(), { owner, notBefore: LATER });

      const ids = async (query: string) => (await list(query)).data.map(({ run_id }) => run_id);
      expect(await ids(`subject=${subject}`)).toEqual([queued, done]);
      expect(await ids(`subject=${subject}&status=succeeded`)).toEqual([done]);
      expect(await ids(`owner=${owner}&status=queued&kind=${TEST_KIND}`)).toHaveLength(2);
      expect(await ids(`owner=${owner}&kind=pipeline.check`)).toEqual([]);
    });

    it('shows what operators look for, and neither payload nor history', async () => {
      const subject = newSubject();
      const run_id = await trigger(test, subject);
      await reaches(test, run_id, 'succeeded');
      const [run] = (await list(`subject=${subject}`)).data;
      expect(run).toEqual({
        run_id,
        kind: TEST_KIND,
        subject,
        owner: 'mai',
        status: 'succeeded',
        priority: 'normal',
        attempt: 1,
        retry_count: 0,
        throttle_count: 0,
        loss_count: 0,
        fence: expect.any(Number),
        worker: expect.stringContaining(`:${process.pid}:`),
        not_before: expect.any(String),
        heartbeat_at: expect.any(String),
        lease_until: null,
        created_at: expect.any(String),
        queued_at: expect.any(String),
        started_at: expect.any(String),
        finished_at: expect.any(String),
        cancel_requested_at: null,
        progress: null,
        result: { rows: 1 },
        error: null,
        replay_of: null,
        parent_id: null,
        root_id: null,
        children: null,
        outcome: null,
        parked: null,
      });
    });

    it.each([
      ['status=asleep', 'status'],
      ['kind=nobody.knows', 'kind'],
      ['kind=constructor', 'kind'],
      ['kind=', 'kind'],
      ['owner=', 'owner'],
      ['root_id=top', 'root_id'],
      ['page_size=101', 'page_size'],
      ['colour=red', 'colour'],
      ['owner=a&owner=b', 'owner'],
    ])('refuses the filter %s', async (query, field) => {
      const { body } = await test.admin.get(`${RUNS}?${query}`).expect(422);
      expect(body.detail[0].loc).toEqual(['query', field]);
    });
  });

  describe('one of them', () => {
    it('is shown with its history and the secrets of its payload hidden', async () => {
      const subject = newSubject();
      test.bench.failures.set(subject, new DomainError('NETWORK_ERROR', { cause: 'cut off' }));
      const run_id = await trigger(test, subject);
      const run = await eventually('the run waits for its retry', async () => {
        const found = await get(run_id);
        return found.retry_count === 1 ? found : undefined;
      });
      expect(run).toMatchObject({
        run_id,
        status: 'queued',
        attempt: 2,
        worker: null,
        payload: { sheet: 'orders', password: '[sealed]' },
        error: { code: 'NETWORK_ERROR', category: 'network', retryable: true },
      });
      expect(run.history.map(({ what }) => what)).toEqual(['created', 'started', 'retrying']);
      expect(run.history[2]).toMatchObject({
        fence: run.fence,
        error: { code: 'NETWORK_ERROR' },
        cause: '"cut off"',
        not_before: run.not_before,
      });
      expect(JSON.stringify(run)).not.toContain('hunter2');
    });

    it.each([NOBODY, 'nonsense', '$ne'])('is not there under %s', async (id) => {
      await test.admin.get(`${RUNS}/${id}`).expect(404, { detail: 'Run not found' });
      await test.admin.post(`${RUNS}/${id}/cancel`).expect(404);
    });
  });

  describe('cancelling', () => {
    it('ends a queued one at once', async () => {
      const subject = newSubject();
      const id = await trigger(test, subject, { notBefore: LATER });
      const { body } = await test.admin.post(`${RUNS}/${id}/cancel`).expect(202);
      expect(body).toMatchObject({ run_id: id, status: 'cancelled', payload: { sheet: 'orders' } });
      expect(test.bench.started).not.toContain(subject);
    });

    it('stops a running one, once, and answers the second wish alike', async () => {
      const subject = newSubject();
      test.bench.hold(subject);
      const id = await trigger(test, subject);
      await reaches(test, id, 'running');
      const { body } = await test.admin.post(`${RUNS}/${id}/cancel`).expect(202);
      expect(body.cancel_requested_at).toEqual(expect.any(String));
      await test.admin.post(`${RUNS}/${id}/cancel`).expect(202);
      await reaches(test, id, 'cancelled');
      const { history } = await get(id);
      expect(history.map(({ what }) => what)).toEqual([
        'created',
        'started',
        'cancel_requested',
        'cancelled',
      ]);
      expect(test.bench.done).not.toContain(subject);
    });

    it('also ends one whose attempt fails before its worker heard of the wish', async () => {
      const subject = newSubject();
      const letGo = test.bench.hold(subject);
      test.bench.failures.set(subject, new DomainError('NETWORK_ERROR'));
      const id = await trigger(test, subject);
      await reaches(test, id, 'running');
      await test.admin.post(`${RUNS}/${id}/cancel`).expect(202);
      letGo();
      await reaches(test, id, 'cancelled');
    });

    it('is too late for one that has ended', async () => {
      const id = await trigger(test, newSubject());
      await reaches(test, id, 'succeeded');
      await test.admin
        .post(`${RUNS}/${id}/cancel`)
        .expect(409, { detail: 'The run has ended already.' });
    });
  });

  describe('of a kind that the product has no more', () => {
    it('are shown with all of their payload hidden, hold nobody up, and can be cancelled', async () => {
      const collection = test.app.get<Model<unknown>>(getModelToken('RunRecord')).collection;
      const template = await collection.findOne({
        _id: new Types.ObjectId(await trigger(test, newSubject(), { notBefore: LATER })),
      });
      const long_ago = new Date(0);
      const retired = { ...template, kind: 'retired', owner: 'an', not_before: long_ago };
      const queued = new Types.ObjectId();
      const running = new Types.ObjectId();
      await collection.insertMany([
        { ...retired, _id: queued, subject: 'a', dispatch_due: long_ago },
        { ...retired, _id: running, subject: 'b', status: 'running', lease_until: long_ago },
      ]);

      const run = await get(queued.toHexString());
      expect(run.payload).toEqual({ sheet: '[sealed]', password: '[sealed]' });

      // What the queue lost comes back through the reconciler, which sees the retired ones first.
      const id = await trigger(test, newSubject(), { notBefore: LATER });
      await collection.updateOne(
        { _id: new Types.ObjectId(id) },
        { $set: { not_before: long_ago, dispatch_due: new Date(), hop: 2 } },
      );
      await reaches(test, id, 'succeeded');

      const { body } = await test.admin.post(`${RUNS}/${queued.toHexString()}/cancel`).expect(202);
      expect(body.status).toBe('cancelled');
    });
  });

  describe('kinds', () => {
    const kind = async () =>
      ((await test.admin.get(KINDS).expect(200)).body as KindDto[]).find(
        ({ kind }) => kind === TEST_KIND,
      );

    it('are shown with the numbers of their runs', async () => {
      const before = await kind();
      expect(before).toEqual({
        kind: TEST_KIND,
        queue: 'test_work',
        paused: false,
        paused_at: null,
        runs: {
          queued: expect.any(Number),
          running: 0,
          waiting: 0,
          parked: 0,
          succeeded: expect.any(Number),
          failed: 0,
          cancelled: expect.any(Number),
        },
      });
      await trigger(test, newSubject(), { notBefore: LATER });
      expect((await kind())?.runs.queued).toBe((before?.runs.queued ?? 0) + 1);
    });

    it('start nothing once a pause is answered, and go on when they are resumed', async () => {
      const { body: paused } = await test.admin.post(`${KINDS}/${TEST_KIND}/pause`).expect(200);
      expect(paused).toMatchObject({ paused: true, paused_at: expect.any(String) });
      const again = await test.admin.post(`${KINDS}/${TEST_KIND}/pause`).expect(200);
      expect(again.body.paused_at).toBe(paused.paused_at);

      const subjects = Array.from({ length: 10 }, newSubject);
      const ids = await Promise.all(subjects.map((subject) => trigger(test, subject)));
      await jobsAreGone(test);
      expect(test.bench.started.filter((subject) => subjects.includes(subject))).toEqual([]);
      expect((await kind())?.paused).toBe(true);

      const { body: resumed } = await test.admin.post(`${KINDS}/${TEST_KIND}/resume`).expect(200);
      expect(resumed).toMatchObject({ paused: false, paused_at: null });
      for (const id of ids) await reaches(test, id, 'succeeded');
    });

    it('that do not exist answer 404', async () => {
      for (const name of ['nobody.knows', '__proto__']) {
        const { body } = await test.admin.post(`${KINDS}/${name}/pause`).expect(404);
        expect(body.detail).toContain(`no kind of run called ${name}`);
        await test.admin.post(`${KINDS}/${name}/resume`).expect(404);
      }
    });
  });
});

/** Workers took every job that was due, and found that they may not start. */
async function jobsAreGone(test: PipelineApp): Promise<void> {
  await eventually('no job waits', async () => {
    const { waiting, active } = await test.app.get(RunQueues).of(TEST_KIND).getJobCounts();
    return waiting + active === 0 ? true : undefined;
  });
}
