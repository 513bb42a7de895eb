import { type CollectionInfo } from '../catalog';
import { rootOf } from '../indexes';
import {
  type Candidate,
  canSkipByKeys,
  choosePlan,
  countKeys,
  explainPlan,
  type Plan,
  type PlanSummary,
  runPlan,
  skipKeys,
} from '../planner';
import { parseSort, sortStream } from '../sort';
import { type OrderedStore } from '../storage';
import { PAUSE, type Pause, type Stream } from '../stream';
import { type Doc, setTextScore } from '../values';
import { CandidateFilter, type Passed, type Wanted } from './candidate-filter';
import { type Hit } from './hit';
import { collationFor } from './match-options';
import { type FindQuery } from './types';

/** Answers queries: plans them, runs the plan, and filters, sorts, skips and limits. */
export class QueryRunner {
  constructor(private readonly store: OrderedStore) {}

  /** The documents of a query. `whole`: the caller is going to need each of them decoded. */
  *find(collection: CollectionInfo, query: FindQuery, whole = false): Stream<Hit> {
    const plan = choosePlan(this.store, collection, query);
    if (plan.sorted) yield* this.inPlanOrder(collection, query, plan, whole);
    else yield* this.sortedInMemory(collection, query, plan);
  }

  /** How many documents a query has. */
  *count(collection: CollectionInfo, query: FindQuery): Generator<Pause, number> {
    const { filter, skip = 0, limit = 0 } = query;
    const cut = (total: number): number => {
      const rest = Math.max(0, total - skip);
      return limit > 0 ? Math.min(rest, limit) : rest;
    };
    const isEverything = Object.keys(filter).length === 0 && query.hint === undefined;
    if (isEverything) return cut(collection.count);
    const plan = choosePlan(this.store, collection, { ...query, sort: undefined });
    if (canSkipByKeys(plan)) return cut(yield* countKeys(this.store, plan));
    const examiner = this.examiner(collection, query, plan, 'nothing');
    const most = limit > 0 ? skip + limit : Infinity;
    let total = 0;
    for (const candidate of runPlan(this.store, plan)) {
      if (candidate === PAUSE) yield PAUSE;
      else if (candidate.exact || examiner.examine(candidate)) total++;
      if (total >= most) break;
    }
    return cut(total);
  }

  /** The plan of a query. */
  explain(collection: CollectionInfo, query: FindQuery): PlanSummary {
    const plan = choosePlan(this.store, collection, query);
    this.examiner(collection, query, plan, 'nothing').check();
    return explainPlan(plan);
  }

  /** Whether no index serves the filter of a query. */
  needsScan(collection: CollectionInfo, query: FindQuery): boolean {
    const plan = choosePlan(this.store, collection, query);
    return plan.kind === 'scan' && plan.score === 0;
  }

  private examiner(
    collection: CollectionInfo,
    query: FindQuery,
    plan: Plan,
    wanted: Wanted,
  ): CandidateFilter {
    const examiner = new CandidateFilter(this.store, collection, query, wanted);
    // A filter that the plan understood as a whole has no mistakes.
    if (plan.kind !== 'scan' || !plan.exact) examiner.check();
    return examiner;
  }

  private *inPlanOrder(
    collection: CollectionInfo,
    query: FindQuery,
    plan: Plan,
    whole: boolean,
  ): Stream<Hit> {
    const examiner = this.examiner(collection, query, plan, whole ? 'everything' : 'nothing');
    let toSkip = query.skip ?? 0;
    let left = query.limit && query.limit > 0 ? query.limit : Infinity;
    let rest = plan;
    if (toSkip > 0 && canSkipByKeys(plan)) {
      rest = yield* skipKeys(this.store, plan, toSkip);
      toSkip = 0;
    }
    for (const candidate of runPlan(this.store, rest)) {
      if (candidate === PAUSE) {
        yield PAUSE;
        continue;
      }
      if (toSkip > 0 && candidate.exact) {
        toSkip--;
        continue;
      }
      const passed = examiner.examine(candidate);
      if (!passed) continue;
      if (toSkip > 0) {
        toSkip--;
        continue;
      }
      yield examiner.toHit(passed);
      if (--left <= 0) return;
    }
  }

  private *sortedInMemory(collection: CollectionInfo, query: FindQuery, plan: Plan): Stream<Hit> {
    const { sort = {}, skip = 0, limit = 0 } = query;
    const examiner = this.examiner(collection, query, plan, sortRoots(sort));
    const candidates = runPlan(this.store, plan);
    const items = sortStream(
      sortItems(candidates, examiner),
      (item) => item.part,
      sort,
      collationFor(collection, query.collation),
      limit > 0 ? skip + limit : undefined,
    );
    let at = 0;
    for (const item of items) {
      if (item === PAUSE) {
        yield PAUSE;
        continue;
      }
      if (at++ < skip) continue;
      if (limit > 0 && at > skip + limit) return;
      const passed = examiner.reload(item.recordId);
      if (passed) yield examiner.toHit({ ...passed, ...item.found });
    }
  }
}

interface SortItem {
  readonly recordId: number;
  readonly part: Doc;
  readonly found: Partial<Pick<Passed, 'position' | 'textScore'>>;
}

function* sortItems(candidates: Stream<Candidate>, examiner: CandidateFilter): Stream<SortItem> {
  for (const candidate of candidates) {
    if (candidate === PAUSE) {
      yield PAUSE;
      continue;
    }
    const passed = examiner.examine(candidate);
    if (!passed?.part) continue;
    const { recordId, part, position, textScore } = passed;
    if (textScore !== undefined) setTextScore(part, textScore);
    yield {
      recordId,
      part,
      found: {
        ...(position !== undefined && { position }),
        ...(textScore !== undefined && { textScore }),
      },
    };
  }
}

function sortRoots(sort: Doc): ReadonlySet<string> {
  const fields = parseSort(sort).filter((key) => key.kind === 'field');
  return new Set(fields.map((key) => rootOf(key.path)));
}
