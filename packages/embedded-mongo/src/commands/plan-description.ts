import type { FindQuery, PlanSummary } from '../engine';
import type { Doc } from '../values';

/** The plan of a query in the shape of explain's `winningPlan`, a chain of stages. */
export function describePlan(plan: PlanSummary, query: FindQuery, projection?: Doc): Doc {
  let stage = accessStage(plan, query);
  if (plan.sortInMemory) {
    stage = {
      stage: 'SORT',
      sortPattern: query.sort,
      ...(query.limit ? { limitAmount: query.limit + (query.skip ?? 0) } : {}),
      type: 'simple',
      inputStage: stage,
    };
  }
  if (query.skip) stage = { stage: 'SKIP', skipAmount: query.skip, inputStage: stage };
  // A sort in memory keeps no more than the limit anyway.
  if (query.limit && !plan.sortInMemory) {
    stage = { stage: 'LIMIT', limitAmount: query.limit, inputStage: stage };
  }
  if (projection) {
    const simple = Object.values(projection).every((value) => typeof value !== 'object');
    stage = {
      stage: simple ? 'PROJECTION_SIMPLE' : 'PROJECTION_DEFAULT',
      transformBy: projection,
      inputStage: stage,
    };
  }
  return stage;
}

/** How documents are come by: from the collection, or through an index. */
function accessStage(plan: PlanSummary, query: FindQuery): Doc {
  const filter = Object.keys(query.filter).length > 0 ? { filter: query.filter } : {};
  switch (plan.stage) {
    case 'EOF':
      return { stage: 'EOF' };
    case 'COLLSCAN':
      return { stage: 'COLLSCAN', ...filter, direction: plan.direction };
    case 'IDHACK':
      return { stage: 'IDHACK', keyPattern: plan.keyPattern, indexName: plan.indexName };
    case 'OR':
      return {
        stage: 'FETCH',
        ...filter,
        inputStage: { stage: 'OR', inputStages: (plan.branches ?? []).map(indexStage) },
      };
    case 'TEXT':
      return {
        stage: 'TEXT_MATCH',
        indexName: plan.indexName,
        indexPrefix: {},
        textIndexVersion: 3,
        inputStage: {
          stage: 'FETCH',
          inputStage: { stage: 'TEXT_OR', inputStage: indexStage(plan) },
        },
      };
    case 'IXSCAN':
      return { stage: 'FETCH', ...(plan.exact ? {} : filter), inputStage: indexStage(plan) };
  }
}

function indexStage(plan: PlanSummary): Doc {
  return {
    stage: 'IXSCAN',
    keyPattern: plan.keyPattern,
    indexName: plan.indexName,
    isMultiKey: plan.isMultiKey ?? false,
    isUnique: plan.isUnique ?? false,
    isSparse: plan.isSparse ?? false,
    isPartial: plan.isPartial ?? false,
    indexVersion: 2,
    direction: plan.direction,
    indexBounds: { ...plan.indexBounds },
  };
}
