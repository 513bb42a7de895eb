import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type JoinOutcome, type RunEnd } from '@tributary/contracts';
import { type Model, Types } from 'mongoose';
import { RunRecord } from '../ledger/run.schema';
import { type ChildFailure, type ChildrenSummary, type KindSummary } from './child-run';
import { type Plan } from './child-run.repository';

/** Failures that a summary shows. */
const FAILURES_SHOWN = 10;

interface Counted {
  _id: { kind: string; status: RunEnd; outcome?: JoinOutcome | null };
  count: number;
}

interface Summed {
  _id: { kind: string; name: string };
  sum: number;
}

/** Sums up the children of a run in the database, however many there are. */
@Injectable()
export class ChildrenSummaries {
  constructor(@InjectModel(RunRecord.name) private readonly runs: Model<RunRecord>) {}

  /** The children of a plan, all of which have ended. */
  async of(planned: Plan): Promise<ChildrenSummary> {
    const ofPlan = { parent: new Types.ObjectId(planned.parent), plan: planned.plan };
    const [counted, summed, failures] = await Promise.all([
      this.runs.aggregate<Counted>([
        { $match: ofPlan },
        {
          $group: {
            _id: { kind: '$kind', status: '$status', outcome: '$outcome' },
            count: { $sum: 1 },
          },
        },
      ]),
      this.runs.aggregate<Summed>([
        { $match: { ...ofPlan, status: 'succeeded' } },
        { $project: { kind: 1, counts: { $objectToArray: '$result' } } },
        { $unwind: '$counts' },
        { $group: { _id: { kind: '$kind', name: '$counts.k' }, sum: { $sum: '$counts.v' } } },
      ]),
      this.firstFailures(ofPlan),
    ]);
    return summaryOf(counted, summed, failures);
  }

  private async firstFailures(ofPlan: Pick<RunRecord, 'parent' | 'plan'>): Promise<ChildFailure[]> {
    const records = await this.runs
      .find({ ...ofPlan, status: 'failed' }, { kind: 1, key: 1, subject: 1, error: 1 })
      .sort({ finished_at: 1, _id: 1 })
      .limit(FAILURES_SHOWN)
      .lean<RunRecord[]>();
    return records.map(({ _id, kind, key = '', subject, error }) => ({
      run_id: _id.toHexString(),
      kind,
      key,
      subject,
      error,
    }));
  }
}

function summaryOf(
  counted: readonly Counted[],
  summed: readonly Summed[],
  failures: ChildFailure[],
): ChildrenSummary {
  const kinds = new Map<string, KindSummary>();
  let all = 0;
  for (const { _id, count } of counted) {
    const { kind, status, outcome } = _id;
    const before = kinds.get(kind) ?? NONE;
    const partial = before.partial + (outcome === 'partial' ? count : 0);
    kinds.set(kind, { ...before, [status]: before[status] + count, partial });
    all += count;
  }
  for (const { _id, sum } of summed) {
    const before = kinds.get(_id.kind) ?? NONE;
    kinds.set(_id.kind, { ...before, result: { ...before.result, [_id.name]: sum } });
  }
  return { count: all, kinds: Object.fromEntries(kinds), failures };
}

const NONE: KindSummary = { succeeded: 0, failed: 0, cancelled: 0, partial: 0, result: {} };
