import { type INestApplicationContext } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { DEFAULT_RETRY, defineRunKind, type Run, RunService } from '@tributary/pipeline';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
// The parts below the library's surface: what is tested here is the ledger itself.
import { RunOutcomes } from '../../../libs/pipeline/src/ledger/run-outcomes';
import { RunTransitions } from '../../../libs/pipeline/src/ledger/run-transitions.repository';
import { decideRetry } from '../../../libs/pipeline/src/retry/retry-decision';
import { toFailure } from '../../../libs/pipeline/src/retry/to-failure';
import { startPipeline } from '../../factories/pipeline';

const SYNC = defineRunKind<Record<string, never>>('sync', { queue: 'transition_syncs' });

let app: INestApplicationContext;
let runs: RunService;
let transitions: RunTransitions;
let outcomes: RunOutcomes;
let fence = 0;

beforeAll(async () => {
  app = await startPipeline({ kinds: [SYNC] });
  runs = app.get(RunService);
  transitions = app.get(RunTransitions);
  outcomes = app.get(RunOutcomes);
});

async function queued(): Promise<Run> {
  const { run } = await runs.trigger(SYNC, { subject: randomUUID(), owner: 'ada', payload: {} });
  return run;
}

function claim({ id }: Run): Promise<Run | undefined> {
  const now = new Date();
  fence += 1;
  return transitions.claim({ id, fence }, `w${fence}`, now, new Date(now.getTime() + 60_000));
}

async function running(): Promise<Run> {
  const run = await claim(await queued());
  if (!run) throw new Error('nobody else could claim it');
  return run;
}

describe('a claim', () => {
  it('is given to one of many', async () => {
    const run = await queued();
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(run)));
    const [winner, ...others] = claims.filter((claimed) => claimed !== undefined);
    expect(others).toEqual([]);
    expect(winner).toMatchObject({ status: 'running', attempt: 1 });
  });

  it('is not given before the date of the run', async () => {
    const { run } = await runs.trigger(SYNC, {
      subject: randomUUID(),
      owner: 'ada',
      payload: {},
      notBefore: new Date(Date.now() + 60_000),
    });
    expect(await claim(run)).toBeUndefined();
  });

  it('that was replaced can neither renew, nor end, nor requeue', async () => {
    const old = await running();
    const now = new Date();
    await transitions.requeue(old, { what: 'lost', notBefore: now }, now);
    const taken = await claim(old);
    expect(taken?.fence).toBeGreaterThan(old.fence);

    expect(await transitions.renew(old, now, now, null)).toBeUndefined();
    expect(await transitions.end(old, outcomes.succeeded(old, {}, now), now)).toBeUndefined();
    expect(
      await transitions.requeue(old, { what: 'handed_back', notBefore: now }, now),
    ).toBeUndefined();
    expect(await runs.get(old.id)).toMatchObject({ status: 'running', fence: taken?.fence });
  });
});

describe('an end', () => {
  it('is reached once, whoever competes for it', async () => {
    const run = await running();
    const now = new Date();
    const ends = await Promise.all([
      transitions.end(run, outcomes.succeeded(run, { rows: 1 }, now), now),
      transitions.end(run, outcomes.failed(run, new DomainError('TIMEOUT'), now), now),
      transitions.end(run, outcomes.cancelled(run, now), now),
      transitions.requeue(run, { what: 'lost', notBefore: now }, now),
    ]);
    expect(ends.filter((end) => end !== undefined)).toHaveLength(1);
  });

  it('frees the subject, keeps the history and leaves a note of what has to be told', async () => {
    const run = await running();
    const now = new Date();
    const ended = await transitions.end(run, outcomes.succeeded(run, { rows: 1 }, now), now);
    expect(ended).toMatchObject({
      status: 'succeeded',
      result: { rows: 1 },
      finished_at: now,
      lease_until: null,
      outbox: { event: 'run:succeeded', dead_letter: false },
    });
    expect(ended?.history.map(({ what }) => what)).toEqual(['created', 'started', 'succeeded']);
    const next = await runs.trigger(SYNC, { subject: run.subject, owner: 'ada', payload: {} });
    expect(next.created).toBe(true);
  });
});

describe('a history', () => {
  it('keeps the newest fifty lines', async () => {
    let run = await running();
    for (let round = 0; round < 30; round += 1) {
      const now = new Date();
      await transitions.requeue(run, { what: 'handed_back', notBefore: now }, now);
      run = (await claim(run)) as Run;
    }
    const { history } = await runs.get(run.id);
    expect(history).toHaveLength(50);
    expect(history.at(-1)).toMatchObject({ what: 'started', fence: run.fence });
  });
});

describe('Feature: google-sheet-crawler, Property 13: Worker Retry Limit', () => {
  it('Feature: google-sheet-crawler, Property 13: a failed run with fewer than three retries is queued with one more, and with three it is not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(5),
        fc.constantFrom('TIMEOUT', 'NETWORK_ERROR', 'DATABASE_ERROR', 'INTERNAL_ERROR'),
        async (failures, code) => {
          let run: Run = await running();
          for (let failed = 0; failed <= failures && run.status === 'running'; failed += 1) {
            const before = run.retry_count;
            const error = new DomainError(code);
            const now = new Date();
            const decision = decideRetry(error, run, DEFAULT_RETRY);
            const after =
              decision.what === 'failed'
                ? await transitions.end(run, outcomes.failed(run, error, now), now)
                : await transitions.requeue(
                    run,
                    { what: decision.what, notBefore: now, error: toFailure(error) },
                    now,
                  );
            expect(after).toMatchObject(
              before < 3
                ? { status: 'queued', retry_count: before + 1, error: { code } }
                : { status: 'failed', retry_count: 3, error: { code } },
            );
            run = (await claim(run)) ?? (await runs.get(run.id));
          }
          expect(run.status).toBe(failures < 3 ? 'running' : 'failed');
        },
      ),
      { numRuns: 100 },
    );
  });
});
