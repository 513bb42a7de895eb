import { type BsonValue, type Doc, getOwn, isPlainObject, describe } from '../values';
import { typeLabel } from './expressions';
import { failure } from './failures';
import { rootsOfPipeline } from './roots';
import { limitNumber, skipNumber, sortSpecification } from './stages/sort';
import { type OutputStage, type PushedDown } from './types';
import { stageName } from './validate-pipeline';

/**
 * Takes from the front of a validated pipeline what a planner can serve with indexes: filters, then
 * a sort, a skip and a limit, and a final `$out` or `$merge` from its end.
 */
export function pushDown(pipeline: readonly Doc[]): PushedDown {
  const output = outputOf(pipeline);
  const stages = output ? pipeline.slice(0, -1) : pipeline;
  const roots = rootsOfPipeline(stages);
  const leading = takeLeading(stages);
  return { ...leading, ...(roots && { roots }), ...(output && { output }) };
}

function takeLeading(stages: readonly Doc[]): PushedDown {
  const filters: Doc[] = [];
  let sort: Doc | undefined;
  let skip: number | undefined;
  let limit: number | undefined;
  let index = 0;
  for (; index < stages.length; index++) {
    const stage = stages[index] as Doc;
    const name = stageName(stage);
    const isCut = skip !== undefined || limit !== undefined;
    // A filter after a sort may run before it, but never before documents are counted off.
    if (name === '$match' && !isCut) filters.push(filterOf(stage.$match));
    else if (name === '$sort' && !sort && !isCut) sort = sortSpecification(stage.$sort);
    else if (name === '$skip' && limit === undefined) skip = (skip ?? 0) + skipNumber(stage.$skip);
    else if (name === '$limit') limit = Math.min(limit ?? Infinity, limitNumber(stage.$limit));
    else break;
  }
  const filter = mergeFilters(filters);
  return {
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(skip !== undefined && { skip }),
    ...(limit !== undefined && { limit }),
    rest: stages.slice(index),
  };
}

function filterOf(filter: BsonValue): Doc {
  if (!isPlainObject(filter)) {
    throw failure(15959, 'the match filter must be an expression in an object');
  }
  return filter;
}

function mergeFilters(filters: readonly Doc[]): Doc | undefined {
  const filled = filters.filter((filter) => Object.keys(filter).length > 0);
  return filled.length > 1 ? { $and: [...filled] } : filled[0];
}

function outputOf(pipeline: readonly Doc[]): OutputStage | undefined {
  const last = pipeline[pipeline.length - 1];
  if (!last) return undefined;
  switch (stageName(last)) {
    case '$out':
      return { kind: 'out', ...targetOf(getOwn(last, '$out'), '$out') };
    case '$merge':
      return mergeOutput(getOwn(last, '$merge'));
    default:
      return undefined;
  }
}

function mergeOutput(specification: BsonValue): OutputStage {
  if (typeof specification === 'string') {
    return { kind: 'merge', spec: { into: specification }, ...targetOf(specification, '$merge') };
  }
  if (!isPlainObject(specification)) {
    throw failure(
      51182,
      `$merge only supports a string or object argument, not ${typeLabel(specification)}`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (!['into', 'on', 'let', 'whenMatched', 'whenNotMatched'].includes(field)) {
      throw failure(40415, `BSON field '$merge.${field}' is an unknown field.`);
    }
  }
  if (specification.into === undefined) {
    throw failure(40414, "BSON field '$merge.into' is missing but a required field");
  }
  return { kind: 'merge', spec: specification, ...targetOf(specification.into, '$merge') };
}

/** The collection that a result goes to: a name, or `{ db, coll }`. */
function targetOf(target: BsonValue, stage: string): { db?: string; collection: string } {
  if (typeof target === 'string' && target !== '') return { collection: target };
  if (isPlainObject(target) && typeof target.coll === 'string' && target.coll !== '') {
    if (typeof target.db === 'string') return { db: target.db, collection: target.coll };
    if (target.db === undefined && stage === '$merge') return { collection: target.coll };
  }
  throw stage === '$out'
    ? failure(
        16990,
        `$out only supports a string or object argument, but found ${typeLabel(target)}`,
      )
    : failure(
        51178,
        `$merge 'into' field must be either a string or an object, but found ${describe(target)}`,
      );
}
