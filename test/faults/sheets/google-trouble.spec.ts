import { type FaultDefinition } from '@tributary/google-emulator';
import { scaled } from '../../setup/scale';
import { problemsOf } from './support/problems-of';
import { ACCOUNTS, SheetCluster } from './support/sheet-cluster';

/** Two answers: 2,000 rows, and the rest. */
const ORDERS = 2_300;

type Trouble = [name: string, faults: FaultDefinition[], retries: number];

/** What goes wrong in the middle of a sync, and how many retries it costs. */
const TROUBLES: Trouble[] = [
  [
    'a burst of 5xx at the start',
    [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503 },
    ],
    2,
  ],
  // A large answer that fails is asked for once more at once, in smaller parts.
  [
    'a burst of 5xx after the first answer',
    [{ kind: 'status', status: 502, after: 1, times: 2 }],
    1,
  ],
  ['a gateway that answers with a page', [{ kind: 'html-502', after: 1, times: 2 }], 1],
  ['an answer that breaks off', [{ kind: 'cut-body', fraction: 0.5, after: 1 }], 1],
  ['an answer whose JSON is cut', [{ kind: 'cut-body', fraction: 0.5, clean: true, after: 1 }], 1],
  ['a connection that is reset', [{ kind: 'reset', after: 1 }], 1],
  ['an answer that stands still for a while', [{ kind: 'slow-body', ms: 1_500, after: 1 }], 0],
  ['a token that Google takes for expired', [{ kind: 'expired-token', after: 1 }], 0],
];

describe('a sync that has trouble with Google', () => {
  let cluster: SheetCluster;

  beforeAll(async () => {
    cluster = await SheetCluster.open();
    await cluster.worker();
  });

  afterAll(() => cluster.close());

  it.concurrent.each(TROUBLES)('ends with all rows after %s', async (_, faults, retries) => {
    const sheet = cluster.sheet(ORDERS);
    const id = await cluster.connect(sheet);
    const added = faults.map((fault) =>
      cluster.emulator.faults.add({ ...fault, path: new RegExp(sheet.id) }),
    );
    const { run, ...sync } = await cluster.sync(id);
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
    expect(run).toMatchObject({ retry_count: retries, attempt: retries + 1 });
    expect(added.map(({ hits }) => hits)).toEqual(faults.map(({ times = 1 }) => times));
  });

  it.concurrent('waits for a storm of 429 to end, at the cost of no attempt', async () => {
    const times = scaled(3, 5);
    const [, account] = ACCOUNTS;
    const sheet = cluster.sheet(ORDERS, account);
    const id = await cluster.connect(sheet);
    const storm = cluster.emulator.faults.add({
      kind: 'status',
      status: 429,
      retryAfter: 1,
      account,
      path: new RegExp(sheet.id),
      after: 1,
      times,
    });
    const { run, ...sync } = await cluster.sync(id);
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
    expect(run).toMatchObject({ attempt: 1, retry_count: 0, throttle_count: times });
    expect(storm.hits).toBe(times);
  });

  it.concurrent('gives up a request that hangs, and asks again', async () => {
    const sheet = cluster.sheet(ORDERS);
    const id = await cluster.connect(sheet);
    const hang = cluster.emulator.faults.add({ kind: 'hang', path: new RegExp(sheet.id) });
    const { run, ...sync } = await cluster.sync(id);
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
    expect(run.history).toContainEqual(
      expect.objectContaining({
        what: 'retrying',
        error: expect.objectContaining({ code: 'TIMEOUT' }),
      }),
    );
    expect(hang.hits).toBe(1);
  });
});
