import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { type Fence, leaseLost } from '../fence/fence';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { unqueuedRecord } from '../ledger/new-record';
import { PayloadSecrets } from '../ledger/payload-secrets';
import { type PlannedChildren, type Run } from '../ledger/run';
import { DORMANT, type RunRecord } from '../ledger/run.schema';
import { childId } from './child-id';
import { type ChildRun, type FanOut } from './child-run';
import { ChildRunRepository } from './child-run.repository';

/** Children in one command to the store, and in memory at a time. */
const BATCH = 500;

/**
 * Stores the children of an attempt as dormant: nobody sees or starts them until the parent fans
 * out, which only the attempt that planned them can do.
 */
@Injectable()
export class ChildPlanner {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly secrets: PayloadSecrets,
    private readonly children: ChildRunRepository,
  ) {}

  /** Reads all children of a fan-out and stores them under the fence of the attempt. */
  async plan(parent: Run, fence: Fence, { children }: FanOut): Promise<PlannedChildren> {
    if (!this.kinds.get(parent.kind).fansOut) {
      throw new Error(`A run of ${parent.kind} may have no children: the kind needs fansOut`);
    }
    let count = 0;
    let batch: RunRecord[] = [];
    for await (const child of children) {
      batch.push(this.dormant(parent, fence.number, child));
      if (batch.length < BATCH) continue;
      count += await this.store(batch, fence);
      batch = [];
    }
    count += await this.store(batch, fence);
    // What an earlier attempt planned, and this one did not.
    await this.children.deleteDormant(parent.id, fence.number);
    fence.assertHeld();
    return { plan: fence.number, count };
  }

  private async store(batch: readonly RunRecord[], fence: Fence): Promise<number> {
    fence.assertHeld();
    if (batch.length === 0) return 0;
    if (!(await this.children.store(batch, fence.number))) {
      if (await this.children.isReplanned(batch, fence.number)) throw leaseLost();
      throw new Error('Two children of a run have the same key');
    }
    return batch.length;
  }

  private dormant(parent: Run, plan: number, child: ChildRun): RunRecord {
    const { kind, key, subject, payload, priority = parent.priority } = child;
    if (key === '' || subject === '') throw new Error('A child needs a key and a subject');
    const { owner } = parent;
    const now = new Date();
    const sealed = this.secrets.seal(kind, owner, payload);
    const request = { kind, subject, owner, payload: sealed, priority };
    return {
      ...unqueuedRecord({ ...request, not_before: now, replay_of: null }, now),
      _id: new Types.ObjectId(childId(parent.id, key)),
      status: DORMANT,
      parent: new Types.ObjectId(parent.id),
      root: new Types.ObjectId(parent.root ?? parent.id),
      key,
      plan,
      is_unfinished: true,
    };
  }
}
