import { type Run } from '@tributary/pipeline';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../factories/eventually';
import { FAULTS_PAUSED, FAULTS_STEPS } from './program/fault-kinds';
import { type Batch } from './support/batch';
import { scaled } from '../setup/scale';
import { Cluster } from './support/cluster';

const PAUSES = scaled(3, 40);
const RUNS_A_PAUSE = 25;
/** Long enough for workers and the reconciler to do what they should not. */
const A_WHILE_MS = 2_000;

describe('whatever is on the queue', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open();
    await cluster.staff(3);
  });

  afterAll(() => cluster.close());

  /** Rings for a run by hand, under a name that is free. */
  const ring = async ({ id, subject, owner }: Run, jobId: string): Promise<void> => {
    const job = {
      run_id: id,
      connection_id: subject,
      user_id: owner,
      queued_at: new Date().toISOString(),
      retry_count: 0,
    };
    await cluster
      .queueOf('faults.steps')
      .add('faults.steps', job, { jobId, removeOnComplete: true });
  };

  const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

  const startsOf = async (batch: Batch): Promise<number> =>
    [...(await batch.starters()).values()].flat().length;

  it.concurrent('runs whose jobs are missing are done all the same', async () => {
    const batch = await cluster.trigger(10, { steps: 2 }, FAULTS_STEPS, inSeconds(4));
    for (const id of batch.ids) {
      const job = await cluster.queueOf('faults.steps').getJob(`${id}-1`);
      await job?.remove();
    }
    await batch.ended();
    expect(await batch.problems()).toEqual([]);
  });

  it.concurrent('a run with more jobs than one is done once', async () => {
    const batch = await cluster.trigger(10, { steps: 3, pause_ms: 20 });
    for (const run of batch.runs) {
      await Promise.all([1, 2, 3, 4, 5].map((n) => ring(run, `double-${n}-${run.id}`)));
    }
    await batch.ended();
    expect(await batch.problems()).toEqual([]);
  });

  it.concurrent('a job that comes early starts nothing before its time', async () => {
    const batch = await cluster.trigger(10, { steps: 2 }, FAULTS_STEPS, inSeconds(3));
    for (const run of batch.runs) await ring(run, `early-${run.id}`);
    for (const { started_at, not_before } of await batch.ended()) {
      expect(started_at?.getTime()).toBeGreaterThanOrEqual(not_before.getTime());
    }
    expect(await batch.problems()).toEqual([]);
  });

  it.concurrent('a job of an earlier hop starts nothing before the next one is due', async () => {
    const payload = { steps: 2, failures: 1, retry_after_seconds: 3 };
    const batch = await cluster.trigger(10, payload);
    await batch.reaches(10, { hop: 2 });
    for (const run of batch.runs) await ring(run, `${run.id}-1`);
    for (const { started_at, not_before, attempt } of await batch.ended()) {
      expect(started_at?.getTime()).toBeGreaterThanOrEqual(not_before.getTime());
      expect(attempt).toBe(2);
    }
    expect(await batch.problems()).toEqual([]);

    const starts = await startsOf(batch);
    for (const run of batch.runs) await ring(run, `${run.id}-1`);
    await eventually('the queue has nothing of these runs any more', async () => {
      const left = await Promise.all(
        batch.ids.map((id) => cluster.queueOf('faults.steps').getJob(`${id}-1`)),
      );
      return left.every((job) => job === null) || undefined;
    });
    expect(await startsOf(batch)).toBe(starts);
  });

  it.concurrent('no run of a paused kind starts once the pause is acknowledged', async () => {
    const kind = FAULTS_PAUSED.name;
    const batch = await cluster.trigger(
      RUNS_A_PAUSE * (PAUSES + 1),
      { steps: 1, pause_ms: 20 },
      FAULTS_PAUSED,
    );
    for (let pause = 1; pause <= PAUSES; pause += 1) {
      await batch.reaches(RUNS_A_PAUSE * pause, { status: 'succeeded' });
      expect(await cluster.switches.pause(kind)).toMatchObject({ kind, paused: true });
      // Whoever claims a run takes a number first, so larger ones are of claims after the pause.
      const fence = await cluster.lastFence();
      await delay(A_WHILE_MS);
      const notes = await cluster.effects.notesOf(batch.subjects);
      expect(notes.filter((note) => note.fence > fence)).toEqual([]);
      expect(await cluster.switches.resume(kind)).toMatchObject({ kind, paused: false });
    }
    await batch.ended();
    expect(await batch.problems()).toEqual([]);
  });

  it.concurrent('a dead letter is replayed once, however many ask for it at once', async () => {
    const failed = await cluster.trigger(5, { steps: 3, failures: 1, code: 'PARSE_ERROR' });
    await failed.ended();
    const [letters] = await cluster.letters.list({ owner: failed.owner }, 0, 10);
    expect(letters).toHaveLength(5);
    for (const { id, subject } of letters) {
      const replays = await Promise.all([1, 2, 3, 4].map(() => cluster.replays.replay(id)));
      expect(replays.filter(({ created }) => created)).toHaveLength(1);
      const runIds = [...new Set(replays.map(({ run }) => run.id))];
      expect(runIds).toHaveLength(1);
      await eventually(
        'the replay is done',
        async () => (await cluster.runs.find(runIds[0] ?? ''))?.status === 'succeeded' || undefined,
      );
      const again = await cluster.replays.replay(id);
      expect(again).toMatchObject({ created: false, run: { id: runIds[0] } });
      expect(await cluster.effects.accountsOf([subject])).toMatchObject([{ cursor: 3, total: 3 }]);
      expect(await cluster.ledger.countDocuments({ subject })).toBe(2);
    }
  });
});
