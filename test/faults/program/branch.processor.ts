import { Injectable } from '@nestjs/common';
import {
  childRun,
  type ChildRun,
  type ChildrenSummary,
  type ClaimedRun,
  fanOut,
  type FanOut,
  type Joined,
  type RunHandler,
  RunProcessor,
} from '@tributary/pipeline';
import { type BranchPayload, FAULTS_BRANCH, FAULTS_LEAF } from './fault-kinds';

@Injectable()
@RunProcessor(FAULTS_BRANCH)
export class BranchProcessor implements RunHandler<BranchPayload> {
  process(run: ClaimedRun<BranchPayload>): Promise<FanOut> {
    return Promise.resolve(fanOut(childrenOf(run)));
  }

  join(_: ClaimedRun<BranchPayload>, { kinds, failures }: ChildrenSummary): Promise<Joined> {
    const steps = Object.values(kinds).reduce((sum, { result }) => sum + (result.steps ?? 0), 0);
    const outcome = failures.length === 0 ? 'complete' : 'partial';
    return Promise.resolve({ result: { steps }, outcome });
  }
}

function* childrenOf({ id, payload }: ClaimedRun<BranchPayload>): Generator<ChildRun> {
  const { leaves, branches = [] } = payload;
  for (const [index, leaf] of leaves.entries()) {
    const key = `leaf ${index}`;
    yield childRun(FAULTS_LEAF, { key, subject: `${id} ${key}`, payload: leaf });
  }
  for (const [index, branch] of branches.entries()) {
    const key = `branch ${index}`;
    yield childRun(FAULTS_BRANCH, { key, subject: `${id} ${key}`, payload: branch });
  }
}
