import { type Doc } from '../values';
import { type Plan, type ScanPlan } from './plan';

/** What a query would do, for `explain`. */
export interface PlanSummary {
  readonly stage: 'IXSCAN' | 'COLLSCAN' | 'EOF' | 'OR' | 'TEXT' | 'IDHACK';
  readonly indexName?: string;
  readonly keyPattern?: Doc;
  readonly isMultiKey?: boolean;
  readonly isUnique?: boolean;
  readonly isSparse?: boolean;
  readonly isPartial?: boolean;
  readonly direction: 'forward' | 'backward';
  /** The order asked for does not come from the plan: documents are sorted in memory. */
  readonly sortInMemory: boolean;
  /** Everything in the filter is answered by index keys: no document is looked at to decide. */
  readonly exact: boolean;
  /** For each field of the index, the intervals that are read, as text. */
  readonly indexBounds?: Readonly<Record<string, string[]>>;
  /** Plans of the branches of an `$or`. */
  readonly branches?: readonly PlanSummary[];
}

/** Describes a plan. */
export function explainPlan(plan: Plan): PlanSummary {
  const common = { direction: 'forward', sortInMemory: !plan.sorted, exact: false } as const;
  switch (plan.kind) {
    case 'scan':
      return explainScan(plan);
    case 'union':
      return { ...common, stage: 'OR', branches: plan.branches.map(explainScan) };
    case 'text':
      return {
        ...common,
        stage: 'TEXT',
        indexName: plan.index.name,
        keyPattern: plan.index.key,
      };
  }
}

function explainScan(plan: ScanPlan): PlanSummary {
  const common = {
    direction: plan.reverse ? 'backward' : 'forward',
    sortInMemory: !plan.sorted,
    exact: plan.exact,
  } as const;
  const { index } = plan;
  if (plan.ranges.length === 0) return { ...common, stage: 'EOF' };
  if (!index) return { ...common, stage: 'COLLSCAN' };
  return {
    ...common,
    stage: isIdLookup(plan) ? 'IDHACK' : 'IXSCAN',
    indexName: index.name,
    keyPattern: index.key,
    isMultiKey: index.multikey,
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.partial !== undefined,
    indexBounds: plan.bounds,
  };
}

/** MongoDB has a stage of its own for `{ _id: value }`. */
function isIdLookup(plan: ScanPlan): boolean {
  return plan.index?.name === '_id_' && plan.isLookup && plan.exact && plan.ranges.length === 1;
}
