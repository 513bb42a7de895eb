import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import {
  DeadLetterService,
  defineRunKind,
  OnRunCompleted,
  RunProcessor,
  type Run,
  type RunCompletionListener,
  type RunHandler,
  RunService,
  Schedules,
} from '@tributary/pipeline';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../factories/eventually';
import { startPipeline } from '../../factories/pipeline';

interface Payload {
  fails: boolean;
}

const WORK = defineRunKind<Payload>('work', { queue: 'ends_work' });

const ERASE = defineRunKind<Payload>('erase', { queue: 'ends_erase', forgetSucceeded: true });

const heard: { id: string; status: string; code: string | undefined }[] = [];
/** How often the listener fails before it listens, by run. */
const deaf = new Map<string, number>();

@Injectable()
@RunProcessor(WORK)
class Worker implements RunHandler<Payload> {
  process({ payload }: { payload: Payload }): Promise<Record<string, number>> {
    if (payload.fails) throw new DomainError('CONTENT_NOT_FOUND');
    return Promise.resolve({ rows: 1 });
  }
}

@Injectable()
@RunProcessor(ERASE)
class Eraser extends Worker {}

@Injectable()
@OnRunCompleted(WORK)
class Listener implements RunCompletionListener {
  ended({ id, status, error }: Run): Promise<void> {
    const left = deaf.get(id) ?? 0;
    deaf.set(id, left - 1);
    if (left > 0) throw new Error('not now');
    heard.push({ id, status, code: error?.code });
    return Promise.resolve();
  }
}

@Injectable()
@OnRunCompleted(ERASE)
class EraseListener extends Listener {}

let app: INestApplicationContext;
let runs: RunService;

beforeAll(async () => {
  app = await startPipeline({
    kinds: [WORK, ERASE],
    processors: [Worker, Listener, Eraser, EraseListener],
  });
  runs = app.get(RunService);
});

const start = async (fails: boolean, notBefore = new Date()): Promise<Run> => {
  const request = { subject: randomUUID(), owner: 'ada', payload: { fails }, notBefore };
  return (await runs.trigger(WORK, request)).run;
};
const LATER = new Date(Date.now() + 600_000);

describe('the end of a run', () => {
  it.each([
    ['success', false, { status: 'succeeded', code: undefined }],
    ['failure', true, { status: 'failed', code: 'CONTENT_NOT_FOUND' }],
  ])('is heard by who listens to its kind: %s', async (_, fails, expected) => {
    const { id } = await start(fails);
    expect(await eventually('it is heard', () => heard.find((one) => one.id === id))).toEqual({
      id,
      ...expected,
    });
  });

  it('is heard when it is cancelled before anybody worked on it', async () => {
    const { id } = await start(false, LATER);
    await runs.cancel(id);
    expect(heard).toContainEqual({ id, status: 'cancelled', code: 'RUN_CANCELLED' });
  });

  it('is told again to who could not hear it', async () => {
    const { id, subject } = await start(false, LATER);
    deaf.set(id, 1);
    await runs.cancel(id);
    expect(await runs.isSettled(WORK, subject)).toBe(false);
    await eventually('it is heard', () => heard.find((one) => one.id === id));
    await eventually(
      'it is settled',
      async () => (await runs.isSettled(WORK, subject)) || undefined,
    );
  });
});

describe('a run of a kind that is forgotten when it succeeded', () => {
  const erase = async (fails: boolean): Promise<Run> => {
    const { run } = await runs.trigger(ERASE, {
      subject: randomUUID(),
      owner: 'ada',
      payload: { fails },
    });
    await eventually(
      'settled',
      async () => (await runs.isSettled(ERASE, run.subject)) || undefined,
    );
    return run;
  };

  it('is deleted after its end was heard', async () => {
    const { id } = await erase(false);
    expect(heard).toContainEqual({ id, status: 'succeeded', code: undefined });
    expect(await runs.find(id)).toBeUndefined();
  });

  it('stays with its dead letter when it failed', async () => {
    const { id } = await erase(true);
    expect(await runs.find(id)).toMatchObject({ status: 'failed' });
    const [letters] = await app.get(DeadLetterService).list({ kind: ERASE.name }, 0, 100);
    expect(letters.map(({ run_id }) => run_id)).toEqual([id]);
  });
});

describe('a subject that is gone', () => {
  it('takes its ended runs and their dead letters with it, and nobody else', async () => {
    const [gone, other] = [await start(true), await start(true)];
    for (const { subject } of [gone, other]) {
      await eventually('settled', async () => (await runs.isSettled(WORK, subject)) || undefined);
    }
    await runs.forget(WORK, gone.subject);
    expect(await runs.find(gone.id)).toBeUndefined();
    expect(await runs.find(other.id)).toMatchObject({ status: 'failed' });
    const [letters] = await app.get(DeadLetterService).list({}, 0, 100);
    expect(letters.map(({ run_id }) => run_id)).not.toContain(gone.id);
    expect(letters.map(({ run_id }) => run_id)).toContain(other.id);
  });

  it('keeps a run that is active', async () => {
    const { id, subject } = await start(false, LATER);
    await runs.forget(WORK, subject);
    expect(await runs.findActive(WORK, subject)).toMatchObject({ id });
    await runs.cancel(id);
  });
});

describe('a schedule', () => {
  it('is due for one of all who ask, once an interval', async () => {
    const schedules = app.get(Schedules);
    const name = randomUUID();
    const at = (ms: number) =>
      Promise.all(Array.from({ length: 10 }, () => schedules.isDue(name, 1_000, new Date(ms))));
    const count = (answers: boolean[]) => answers.filter(Boolean).length;
    expect(count(await at(10_000))).toBe(1);
    expect(count(await at(10_999))).toBe(0);
    expect(count(await at(11_000))).toBe(1);
    expect(count(await at(90_000))).toBe(1);
  });
});
