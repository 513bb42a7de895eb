import { performance } from 'node:perf_hooks';
import type { CollectionInfo, FindQuery, PlanSummary } from '../engine';
import { drive, PAUSE, type Pause, type Stream } from '../stream';
import { getOwn, isPlainObject, setOwn, type Doc } from '../values';
import type { CommandRequest, ServerState } from './command';

/** Runs a query and tells how much work it was, in the shape of explain's `executionStats`. */
export async function executionStatistics(
  request: CommandRequest,
  server: ServerState,
  collection: CollectionInfo | undefined,
  query: FindQuery,
  plan: PlanSummary,
  winningPlan: Doc,
): Promise<Doc> {
  const started = performance.now();
  const returned = collection
    ? await drive(lengthOf(server.engine.find(collection, query)), request.budget)
    : 0;
  const examined = collection
    ? await drive(examinedBy(server, collection, query, plan, returned), request.budget)
    : { keys: 0, documents: 0 };
  const millis = Math.round(performance.now() - started);
  const figures = {
    nReturned: returned,
    executionTimeMillis: millis,
    totalKeysExamined: examined.keys,
    totalDocsExamined: examined.documents,
  };
  return {
    executionSuccess: true,
    ...figures,
    executionStages: withFigures(winningPlan, returned, examined),
  };
}

interface Examined {
  readonly keys: number;
  readonly documents: number;
}

/**
 * The keys and documents a plan looks at. The engine does not count while it reads, so this is
 * derived: what the indexed conditions alone select is what has to be looked at.
 */
function* examinedBy(
  server: ServerState,
  collection: CollectionInfo,
  query: FindQuery,
  plan: PlanSummary,
  returned: number,
): Generator<Pause, Examined> {
  const skip = query.skip ?? 0;
  const stopsEarly = query.limit !== undefined && returned === query.limit && !plan.sortInMemory;
  switch (plan.stage) {
    case 'EOF':
      return { keys: 0, documents: 0 };
    case 'COLLSCAN': {
      const hasFilter = Object.keys(query.filter).length > 0;
      return { keys: 0, documents: stopsEarly && !hasFilter ? returned + skip : collection.count };
    }
    case 'IDHACK':
      return { keys: returned, documents: returned };
    default: {
      if (plan.exact && stopsEarly) return { keys: returned + skip, documents: returned };
      const filter = plan.keyPattern ? indexedPart(query.filter, plan.keyPattern) : query.filter;
      const { collation, variables } = query;
      const keys = yield* server.engine.count(collection, { filter, collation, variables });
      return {
        keys,
        documents: plan.exact && !plan.sortInMemory ? Math.min(keys, returned) : keys,
      };
    }
  }
}

/** The conditions of a filter on fields of an index. */
function indexedPart(filter: Doc, keyPattern: Doc): Doc {
  const part: Doc = {};
  for (const field of Object.keys(filter)) {
    const value = getOwn(filter, field);
    if (Object.hasOwn(keyPattern, field) || field === '$text') setOwn(part, field, value);
    if (field === '$and' && Array.isArray(value)) {
      const conditions = value
        .filter(isPlainObject)
        .map((one) => indexedPart(one, keyPattern))
        .filter((one) => Object.keys(one).length > 0);
      if (conditions.length > 0) setOwn(part, '$and', conditions);
    }
  }
  return part;
}

/** The plan again, each stage with its figures. */
function withFigures(stage: Doc, returned: number, examined: Examined): Doc {
  const { inputStage, ...own } = stage;
  const name = own['stage'];
  return {
    ...own,
    nReturned: name === 'IXSCAN' ? examined.keys : returned,
    ...(name === 'IXSCAN' ? { keysExamined: examined.keys } : {}),
    ...(name === 'FETCH' || name === 'COLLSCAN' || name === 'IDHACK'
      ? { docsExamined: examined.documents }
      : {}),
    ...(isPlainObject(inputStage)
      ? { inputStage: withFigures(inputStage, returned, examined) }
      : {}),
  };
}

function* lengthOf(stream: Stream<unknown>): Generator<Pause, number> {
  let length = 0;
  for (const item of stream) {
    if (item === PAUSE) yield PAUSE;
    else length++;
  }
  return length;
}
