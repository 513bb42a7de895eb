import { DomainError } from '@tributary/common';
import { type RunCounts } from '@tributary/contracts';
import {
  childRun,
  type ChildrenSummary,
  type ClaimedRun,
  defineRunKind,
  type FanOut,
  fanOut,
  type Joined,
  ParkRun,
  type RunHandler,
} from '@tributary/pipeline';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { type RunRecord } from '../../../libs/pipeline/src/ledger/run.schema';
import { TerminalEvents } from '../../faults/support/terminal-events';
import { testEnvironment } from '../../factories/environment';
import { startPipeline } from '../../factories/pipeline';
import { randomFrom } from '../../setup/seed';
import { type Kill, SimulatedCluster } from './support/simulated-cluster';
import { type Node, rowsOf, type Setback, trees } from './support/tree-script';

interface Payload {
  node: Node;
}

const SOON = { retries: 1_000, firstMs: 1, factor: 1, capMs: 1 };
const BRANCH = defineRunKind<Payload>('tree.branch', {
  queue: 'tree_branches',
  retry: SOON,
  losses: 1_000,
  fansOut: true,
});
const LEAF = defineRunKind<Payload>('tree.leaf', {
  queue: 'tree_leaves',
  retry: SOON,
  losses: 1_000,
  silent: true,
});

const ENDS = new Set(['succeeded', 'failed', 'cancelled']);
const LEAF_NODE: Node = {
  setbacks: [],
  fails: false,
  children: [],
  joinSetbacks: [],
  joinFails: false,
};
/** Steps after which a tree counts as stuck. */
const MOST_STEPS = 1_000;

/** How many setbacks an attempt at a run has seen, by run and phase. */
const seen = new Map<string, number>();
/** Workers that stopped in the middle of an attempt, and do not know yet what became of their run. */
const stalled: (() => void)[] = [];

async function setBack(run: ClaimedRun<Payload>, phase: string, all: Setback[]): Promise<void> {
  const name = `${run.id} ${phase}`;
  const count = seen.get(name) ?? 0;
  seen.set(name, count + 1);
  switch (all[count]) {
    case 'retry':
      throw new DomainError('TIMEOUT');
    case 'throttle':
      throw new DomainError('RATE_LIMITED');
    case 'park':
      throw new ParkRun({ reason: 'key', until: new Date(8.64e15), code: 'AUTH_FAILED' });
    case 'stall':
      return new Promise((resolve) => stalled.push(resolve));
    case undefined:
  }
}

/** Fans out into the children of the script, and one more of which each attempt plans another. */
class Branches implements RunHandler<Payload> {
  async process(run: ClaimedRun<Payload>): Promise<FanOut> {
    const { node } = run.payload;
    await setBack(run, 'process', node.setbacks);
    if (node.fails) throw new DomainError('PARSE_ERROR');
    const request = (key: string, payload: Payload) => ({ key, subject: key, payload });
    return fanOut([
      ...node.children.map((child, index) =>
        childRun(child.children.length > 0 ? BRANCH : LEAF, request(`${index}`, { node: child })),
      ),
      childRun(LEAF, request(`of attempt ${run.fence.number}`, { node: LEAF_NODE })),
    ]);
  }

  async join(run: ClaimedRun<Payload>, { kinds, count }: ChildrenSummary): Promise<Joined> {
    const { node } = run.payload;
    await setBack(run, 'join', node.joinSetbacks);
    if (node.joinFails) throw new DomainError('PARSE_ERROR');
    const all = Object.values(kinds);
    const ended = all.reduce((n, kind) => n + kind.succeeded + kind.failed + kind.cancelled, 0);
    const rows = all.reduce((n, { result }) => n + (result.rows ?? 0), 0);
    expect({ ended, count }).toEqual({ ended: count, count: node.children.length + 1 });
    const isComplete = all.every((kind) => kind.failed + kind.cancelled + kind.partial === 0);
    return { result: { rows }, outcome: isComplete ? 'complete' : 'partial' };
  }
}

class Leaves implements RunHandler<Payload> {
  async process(run: ClaimedRun<Payload>): Promise<RunCounts> {
    await setBack(run, 'process', run.payload.node.setbacks);
    if (run.payload.node.fails) throw new DomainError('PARSE_ERROR');
    return { rows: 1 };
  }
}

const HANDLERS = new Map<string, RunHandler>([
  [BRANCH.name, new Branches()],
  [LEAF.name, new Leaves()],
]);

let cluster: SimulatedCluster;
let events: TerminalEvents;

beforeAll(async () => {
  const environment = testEnvironment({ RUN_HEARTBEAT_MS: '60000', RUN_LEASE_SECONDS: '600' });
  const app = await startPipeline({ kinds: [BRANCH, LEAF], environment });
  cluster = new SimulatedCluster(app, HANDLERS);
  events = await TerminalEvents.listen(environment.REDIS_URL, environment.REDIS_PREFIX);
});

afterAll(() => events.close());

/** What happens to a tree, decided by chance: who does something next, and who is killed at what. */
class Story {
  private readonly random: () => number;
  private readonly zombies: Promise<void>[] = [];

  constructor(
    seed: number,
    private killsLeft: number,
    private readonly cancelledAt: number | undefined,
    private readonly root: string,
  ) {
    this.random = randomFrom(seed);
  }

  /** Goes on until everything has ended and been delivered, and the last zombie has woken up. */
  async toTheEnd(): Promise<RunRecord[]> {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (step === this.cancelledAt) await cluster.cancel(this.root, this.maybeKill());
      const all = await cluster.all(this.root);
      const root = all.find(({ _id }) => _id.toHexString() === this.root);
      if (root && ENDS.has(root.status) && all.every(({ outbox }) => !outbox)) {
        while (stalled.length > 0) await this.wakeZombie();
        await cluster.sweep();
        return cluster.all(this.root);
      }
      await this.step(all.filter(({ status }) => status === 'queued'));
    }
    throw new Error(`Stuck: ${JSON.stringify(await cluster.all(this.root))}`);
  }

  private async step(queued: RunRecord[]): Promise<void> {
    const dice = this.random();
    const next = queued[Math.floor(this.random() * queued.length)];
    if (dice < 0.1 && stalled.length > 0) return this.wakeZombie();
    if (next && dice < 0.8) return this.work(next._id.toHexString());
    await cluster.unpark(this.root, 'key', this.maybeKill());
    await cluster.timePasses(this.root);
    await cluster.reconcile(this.maybeKill());
  }

  /** Works on a run. An attempt that stalls is left behind, and is not killed. */
  private async work(id: string): Promise<void> {
    const attempt = await cluster.begin(id);
    if (!attempt) return;
    const { payload, phase } = attempt.run;
    const { node } = payload as unknown as Payload;
    const setbacks = phase === 'join' ? node.joinSetbacks : node.setbacks;
    if (setbacks[seen.get(`${id} ${phase}`) ?? 0] !== 'stall') {
      return cluster.finish(attempt, this.maybeKill());
    }
    const before = stalled.length;
    this.zombies.push(cluster.finish(attempt));
    while (stalled.length === before) await new Promise(setImmediate);
  }

  private async wakeZombie(): Promise<void> {
    stalled.shift()?.();
    await this.zombies.shift();
  }

  private maybeKill(): Kill | undefined {
    if (this.killsLeft === 0 || this.random() < 0.5) return undefined;
    this.killsLeft -= 1;
    return { atWrite: Math.floor(this.random() * 8), isDoneFirst: this.random() < 0.5 };
  }
}

describe('Feature: review-fetcher, Property 2: Fan-in exactly once', () => {
  it('Feature: review-fetcher, Property 2: a run with children ends exactly once, after all of them, whatever fails, is parked, stalls or is killed on the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        trees,
        fc.record({
          seed: fc.nat(),
          kills: fc.nat(8),
          cancelledAt: fc.option(fc.nat(30), { freq: 4, nil: undefined }),
        }),
        async (node, { seed, kills, cancelledAt }) => {
          const owner = randomUUID();
          const request = { subject: owner, owner, payload: { node } };
          const { run } = await cluster.runs.trigger(BRANCH, request);
          const all = await new Story(seed, kills, cancelledAt, run.id).toTheEnd();

          expect(all.flatMap(problemsOf)).toEqual([]);
          const root = all.find(({ _id }) => _id.toHexString() === run.id);
          const told = [...(await events.of(owner)).entries()];
          expect(told.filter(([id]) => id === run.id)).toEqual([[run.id, [`run:${root?.status}`]]]);
          expect(told.filter(([, names]) => names.length > 1)).toEqual([]);
          if (cancelledAt !== undefined) return;
          const rows = rowsOf(node);
          expect(root).toMatchObject(
            rows === undefined ? { status: 'failed' } : { status: 'succeeded', result: { rows } },
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** What must hold for every run of a tree that has ended. */
function problemsOf(run: RunRecord): string[] {
  const { _id, status, key, history = [] } = run;
  const name = `${_id.toHexString()} (${key ?? 'root'})`;
  const count = (what: (incident: string) => boolean): number =>
    history.filter((entry) => what(entry.what)).length;
  return [
    ...(ENDS.has(status) ? [] : [`${name} is ${status}`]),
    ...(count((what) => ENDS.has(what)) === 1 ? [] : [`${name} did not end once`]),
    ...(count((what) => what === 'fanned_out') <= 1 ? [] : [`${name} fanned out twice`]),
    ...(count((what) => what === 'joining') <= 1 ? [] : [`${name} was joined twice`]),
    ...(run.is_active || run.is_unfinished ? [`${name} still counts as active`] : []),
    ...(run.expires_at ? [] : [`${name} never expires`]),
  ];
}
