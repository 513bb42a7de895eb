import { type Run } from '@tributary/pipeline';
import { Types } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { childId } from '../../../libs/pipeline/src/children/child-id';
import { type RunRecord } from '../../../libs/pipeline/src/ledger/run.schema';
import { eventually } from '../../factories/eventually';
import { type BranchPayload, FAULTS_BRANCH } from '../program/fault-kinds';
import { type Cluster } from './cluster';

const ENDS = new Set(['succeeded', 'failed', 'cancelled']);

/** A tree of runs that a test asked for, each on behalf of an owner of its own. */
export class Tree {
  private constructor(
    private readonly cluster: Cluster,
    readonly root: Run,
    private readonly payload: BranchPayload,
  ) {}

  static async plant(cluster: Cluster, payload: BranchPayload): Promise<Tree> {
    const owner = `owner-${randomUUID()}`;
    const { run } = await cluster.runs.trigger(FAULTS_BRANCH, { subject: owner, owner, payload });
    return new Tree(cluster, run, payload);
  }

  get id(): string {
    return this.root.id;
  }

  /** The ids of runs of the tree, as they are in what is written to the store. */
  marks(which: (key: string) => boolean = () => true): Buffer[] {
    return idsOf(this.id, this.payload)
      .filter(([, key]) => which(key))
      .map(([id]) => Buffer.from(id, 'hex'));
  }

  /** All runs of the tree, those that nobody sees yet included. */
  records(): Promise<RunRecord[]> {
    return this.cluster.ledger.find({ owner: this.root.owner }).toArray();
  }

  /** Whether nobody has asked to cancel it yet. */
  async isUntouched(): Promise<boolean> {
    const root = await this.cluster.runs.get(this.id);
    return root.status === 'waiting' && root.cancel_requested_at === null;
  }

  async reaches(count: number, status: string): Promise<void> {
    await eventually(`${count} runs of ${this.id} are ${status}`, async () => {
      const all = await this.records();
      return all.filter((run) => run.status === status).length === count;
    });
  }

  /** Waits until everything has ended and was delivered. */
  async ended(): Promise<RunRecord> {
    return eventually(`the tree ${this.id} ends`, async () => {
      const all = await this.records();
      if (!all.every(({ status, outbox }) => ENDS.has(status) && !outbox)) return undefined;
      return all.find(({ _id }) => _id.equals(new Types.ObjectId(this.id)));
    });
  }

  /** What is wrong with a tree that has ended like that. */
  async problems(status: 'succeeded' | 'cancelled'): Promise<string[]> {
    const [all, events] = await Promise.all([
      this.records(),
      this.cluster.events.of(this.root.owner),
    ]);
    const leaves = all.filter(({ kind }) => kind === 'faults.leaf');
    const subjects = leaves.map(({ subject }) => subject);
    const accounts = await this.cluster.effects.accountsOf(subjects);
    const expected = idsOf(this.id, this.payload).map(([id]) => id);
    const root = all.find(({ _id }) => _id.toHexString() === this.id);
    const published = Object.fromEntries(events);
    return [
      ...compare('runs', all.map(({ _id }) => _id.toHexString()).toSorted(), expected.toSorted()),
      ...compare('status', root?.status, status),
      ...compare(`events of ${this.id}`, published[this.id], [`run:${status}`]),
      ...Object.entries(published).flatMap(([id, names]) =>
        compare(`events of ${id}`, names.length, 1),
      ),
      ...all.flatMap(({ _id, history = [] }) =>
        compare(
          `ends of ${_id.toHexString()}`,
          history.filter(({ what }) => ENDS.has(what)).length,
          1,
        ),
      ),
      ...(status === 'cancelled'
        ? []
        : [
            ...compare('result', root?.result, { steps: leaves.length }),
            ...compare('outcome', root?.outcome, 'complete'),
            ...compare(
              'accounts',
              accounts.map(({ total }) => total),
              leaves.map(() => 1),
            ),
          ]),
    ].map((problem) => `tree ${this.id}: ${problem}`);
  }
}

/** Every run of a tree with its key, the root first. */
function idsOf(id: string, payload: BranchPayload, own = 'root'): [string, string][] {
  const { leaves, branches = [] } = payload;
  return [
    [id, own],
    ...leaves.map((_, at): [string, string] => [childId(id, `leaf ${at}`), `leaf ${at}`]),
    ...branches.flatMap((branch, at) => idsOf(childId(id, `branch ${at}`), branch, `branch ${at}`)),
  ];
}

function compare(what: string, actual: unknown, expected: unknown): string[] {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  return is === should ? [] : [`${what}: ${is} in place of ${should}`];
}
