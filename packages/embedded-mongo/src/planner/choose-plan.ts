import { badValue } from '../errors';
import { type CollectionInfo, sameKey } from '../catalog';
import { type IndexInfo, languageOf, parseTextSearch, textIndexRequired } from '../indexes';
import { parseSort, type SortKey } from '../sort';
import { type KeyRange, type OrderedStore } from '../storage';
import {
  type BsonValue,
  type Collation,
  type Doc,
  isPlainObject,
  prefixEnd,
  sameCollation,
  toNumber,
  isSimpleCollation,
} from '../values';
import { type Constraints, constraintsOf } from './constraints';
import { dependsOnCollation, indexBounds, type ValueCheck } from './index-bounds';
import { impliesPartial } from './partial-implication';
import { type Plan, type ScanPlan, type TextPlan, type UnionPlan } from './plan';
import { indexOrder } from './sort-order';

/** The parts of a query that decide about its plan. */
export interface PlanQuery {
  readonly filter: Doc;
  readonly sort?: Doc | undefined;
  readonly limit?: number | undefined;
  readonly collation?: Collation | undefined;
  readonly hint?: BsonValue;
}

/** So many keys are counted when several indexes could serve a query. */
const PROBED_KEYS = 1_000;
const POINT_SCORE = 10;
const INTERVAL_SCORE = 5;

/** Decides how the documents of a query are found. */
export function choosePlan(
  store: OrderedStore,
  collection: CollectionInfo,
  query: PlanQuery,
): Plan {
  return new Planner(store, collection, query).choose();
}

class Planner {
  private readonly sort: readonly SortKey[];
  private readonly collation: Collation | undefined;

  constructor(
    private readonly store: OrderedStore,
    private readonly collection: CollectionInfo,
    private readonly query: PlanQuery,
  ) {
    const { sort } = query;
    this.sort = sort && Object.keys(sort).length > 0 ? parseSort(sort) : [];
    this.collation = query.collation ?? (collection.options.collation as Collation | undefined);
  }

  choose(): Plan {
    const { filter, hint } = this.query;
    const text = this.textPlan(filter);
    if (text) return text;
    const natural = this.sort.find((key) => key.kind === 'natural');
    if (natural) return this.collectionScan(filter, natural.direction < 0);
    if (isPlainObject(hint) && Object.hasOwn(hint, '$natural')) {
      return this.collectionScan(filter, toNumber(hint.$natural) < 0);
    }
    const hinted = hint === undefined || hint === null ? undefined : this.hintedIndex(hint);
    if (hinted) {
      return (
        this.indexScan(hinted, filter, constraintsOf(filter), true) ?? this.collectionScan(filter)
      );
    }
    const best = this.bestScan(filter);
    if (best && best.score > 0) return best;
    return this.unionPlan(filter) ?? best ?? this.collectionScan(filter);
  }

  private collectionScan(filter: Doc, reverse = false): ScanPlan {
    const { documents } = this.collection;
    const isNatural = this.sort.length === 0 || this.sort.some((key) => key.kind === 'natural');
    const { byPath, complete } = constraintsOf(filter);
    return {
      kind: 'scan',
      ranges: [{ start: documents, end: prefixEnd(documents) }],
      isLookup: false,
      reverse,
      sorted: isNatural,
      exact: complete && byPath.size === 0,
      mayRepeat: false,
      score: 0,
      bounds: {},
    };
  }

  private hintedIndex(hint: BsonValue): IndexInfo {
    const found = this.collection.indexes.find((index) =>
      typeof hint === 'string'
        ? index.name === hint
        : isPlainObject(hint) && sameKey(index.key, hint),
    );
    if (found && found.spec.hidden !== true) return found;
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }

  private textPlan(filter: Doc): TextPlan | undefined {
    const spec = textSpecOf(filter);
    if (!spec) return undefined;
    const index = this.collection.indexes.find((candidate) => candidate.kind === 'text');
    if (!index) throw textIndexRequired();
    const { terms } = parseTextSearch(spec, languageOf(index));
    return { kind: 'text', index, terms, sorted: this.sort.length === 0 };
  }

  /** Each branch of an `$or` by an index of its own; undefined when one has none. */
  private unionPlan(filter: Doc): UnionPlan | undefined {
    const { $or: branches, ...rest } = filter;
    if (!Array.isArray(branches) || branches.length === 0) return undefined;
    const plans: ScanPlan[] = [];
    for (const branch of branches) {
      if (!isPlainObject(branch)) return undefined;
      const plan = this.bestScan({ $and: [branch, rest] });
      if (!plan || plan.score === 0) return undefined;
      plans.push(plan);
    }
    return { kind: 'union', branches: plans, sorted: this.sort.length === 0 };
  }

  private bestScan(filter: Doc): ScanPlan | undefined {
    const constraints = constraintsOf(filter);
    const candidates: ScanPlan[] = [];
    for (const index of this.collection.indexes) {
      if (index.spec.hidden === true) continue;
      const plan = this.indexScan(index, filter, constraints, false);
      if (plan?.isLookup) return plan;
      if (plan) candidates.push(plan);
    }
    return candidates.length > 1 ? this.cheapest(candidates) : candidates[0];
  }

  /** The plan that looks at the fewest documents, as far as a quick count can tell. */
  private cheapest(candidates: readonly ScanPlan[]): ScanPlan | undefined {
    const measured = candidates.map((plan) => ({ plan, keys: this.probe(plan) }));
    const selective = measured.filter(({ keys }) => keys < PROBED_KEYS);
    if (selective.length > 0) {
      selective.sort(
        (left, right) =>
          left.keys - right.keys ||
          Number(right.plan.sorted) - Number(left.plan.sorted) ||
          right.plan.score - left.plan.score,
      );
      return selective[0]?.plan;
    }
    const limited = (this.query.limit ?? 0) > 0;
    const rating = (plan: ScanPlan): number =>
      plan.score + (this.sort.length > 0 && plan.sorted ? (limited ? 1000 : INTERVAL_SCORE) : 0);
    return [...candidates].sort((left, right) => rating(right) - rating(left))[0];
  }

  private probe(plan: ScanPlan): number {
    if (plan.score === 0) return PROBED_KEYS;
    let keys = 0;
    for (const { start, end } of plan.ranges) {
      if (keys >= PROBED_KEYS) break;
      keys += this.store.keys(start, end, false, PROBED_KEYS - keys).length;
    }
    return keys;
  }

  /** What an index can do for the query; undefined when it cannot or must not be used. */
  private indexScan(
    index: IndexInfo,
    filter: Doc,
    constraints: Constraints,
    isHinted: boolean,
  ): ScanPlan | undefined {
    if (index.kind !== 'ordered') return undefined;
    const isSimple = isSimpleCollation(this.collation) && isSimpleCollation(index.collation);
    const isSame = isSimple || sameCollation(this.collation, index.collation);
    if (index.partial) {
      if (!isSame || !impliesPartial(constraints, filter, index.partial)) return undefined;
    }
    const bounds = indexBounds(index, constraints, this.valueCheck(isSimple, isSame));
    const score =
      bounds.pointCounts.length * POINT_SCORE + (bounds.hasInterval ? INTERVAL_SCORE : 0);
    // Whoever hints at a sparse index is content with the documents that it has.
    if (index.sparse && !bounds.excludesMissing && !isHinted) return undefined;
    const order =
      this.sort.length > 0 && isSimple ? indexOrder(index, bounds, this.sort) : undefined;
    if (score === 0 && !order && !isHinted) return undefined;
    const isFullKey = bounds.pointCounts.length === index.fields.length;
    const ranges: KeyRange[] = [...bounds.ranges];
    const reverse = order?.reverse ?? false;
    if (reverse) ranges.reverse();
    const offsets = reverse ? [...bounds.pointBytes].reverse() : bounds.pointBytes;
    return {
      kind: 'scan',
      index,
      ranges,
      isLookup: index.unique && isFullKey,
      reverse,
      sorted: this.sort.length === 0 || order !== undefined,
      ...(order?.merge && { mergeOffsets: offsets }),
      exact:
        isSimple &&
        bounds.exact &&
        constraints.complete &&
        bounds.usedPaths.size === constraints.byPath.size,
      mayRepeat: index.multikey && !(isFullKey && ranges.length === 1),
      score,
      bounds: bounds.description,
    };
  }

  /** Keys of a collation tell which texts are equal, but not which of two comes first. */
  private valueCheck(isSimple: boolean, isSame: boolean): ValueCheck {
    if (isSimple) return () => true;
    return (value, use) => !dependsOnCollation(value) || (isSame && use === 'equality');
  }
}

/** The operand of `$text` when the filter has one that every match fulfils. */
function textSpecOf(filter: Doc): Doc | undefined {
  if (isPlainObject(filter.$text)) return filter.$text;
  if (!Array.isArray(filter.$and)) return undefined;
  for (const part of filter.$and) {
    const spec = isPlainObject(part) ? textSpecOf(part) : undefined;
    if (spec) return spec;
  }
  return undefined;
}
