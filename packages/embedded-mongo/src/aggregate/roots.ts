import { type BsonValue, type Doc, getOwn, isNumber, isPlainObject } from '../values';

/** Thrown inside of the analysis where any field of the document may be looked at. */
class AnyField extends Error {}

/**
 * The root fields of the input documents that a pipeline looks at, or undefined when that may be
 * any of them. Too many fields do no harm, one too few would be a wrong answer: when unsure, all.
 */
export function rootsOfPipeline(pipeline: readonly Doc[]): Set<string> | undefined {
  const roots = new Set<string>();
  try {
    return addStages(pipeline, roots) ? roots : undefined;
  } catch (error) {
    if (error instanceof AnyField) return undefined;
    throw error;
  }
}

/** Adds what the stages look at; says whether one of them makes documents with fields of its own. */
function addStages(pipeline: readonly Doc[], roots: Set<string>): boolean {
  for (const stage of pipeline) {
    const name = Object.keys(stage)[0] ?? '';
    const add = STAGE_ROOTS.get(name);
    if (!add) throw new AnyField();
    if (add(getOwn(stage, name), roots)) return true;
  }
  return false;
}

/** Adds the roots of one stage, and says whether no field of the input survives it. */
type StageRoots = (specification: BsonValue, roots: Set<string>) => boolean;

const nothing: StageRoots = () => false;

const STAGE_ROOTS: ReadonlyMap<string, StageRoots> = new Map<string, StageRoots>([
  ['$limit', nothing],
  ['$skip', nothing],
  ['$sample', nothing],
  ['$unset', nothing],
  ['$count', () => true],
  ['$match', passing(addFilter)],
  ['$sort', passing(addSort)],
  ['$addFields', passing(addComputed)],
  ['$set', passing(addComputed)],
  ['$unwind', passing(addUnwind)],
  ['$lookup', passing(addLookup)],
  ['$graphLookup', passing((spec, roots) => addExpression(fieldOf(spec, 'startWith'), roots))],
  ['$setWindowFields', passing(addWindows)],
  ['$project', addProject],
  ['$group', final(addExpression)],
  ['$bucket', final(addExpression)],
  ['$bucketAuto', final(addExpression)],
  ['$sortByCount', final(addExpression)],
  ['$replaceRoot', final((spec, roots) => addExpression(fieldOf(spec, 'newRoot'), roots))],
  ['$replaceWith', final(addExpression)],
  ['$facet', addFacet],
]);

function passing(add: (specification: BsonValue, roots: Set<string>) => void): StageRoots {
  return (specification, roots) => {
    add(specification, roots);
    return false;
  };
}

function final(add: (specification: BsonValue, roots: Set<string>) => void): StageRoots {
  return (specification, roots) => {
    add(specification, roots);
    return true;
  };
}

function fieldOf(value: BsonValue, field: string): BsonValue {
  return isPlainObject(value) ? getOwn(value, field) : undefined;
}

function addPath(path: string, roots: Set<string>): void {
  roots.add(path.split('.', 1)[0] as string);
}

/** Adds the roots of an expression. */
function addExpression(expression: BsonValue, roots: Set<string>): void {
  if (typeof expression === 'string') addReference(expression, roots);
  else if (Array.isArray(expression)) for (const part of expression) addExpression(part, roots);
  else if (isPlainObject(expression)) {
    for (const field of Object.keys(expression)) {
      addOperator(field, getOwn(expression, field), roots);
    }
  }
}

function addReference(text: string, roots: Set<string>): void {
  if (!text.startsWith('$')) return;
  if (!text.startsWith('$$')) {
    addPath(text.slice(1), roots);
    return;
  }
  const [variable, field] = text.slice(2).split('.');
  if (variable !== 'ROOT' && variable !== 'CURRENT') return;
  if (field === undefined) throw new AnyField();
  roots.add(field);
}

function addOperator(name: string, argument: BsonValue, roots: Set<string>): void {
  switch (name) {
    case '$literal':
    case '$const':
    case '$meta':
      return;
    case '$getField':
      // A name without an input is a field of the document; one that is computed may be any.
      if (typeof argument === 'string' && !argument.startsWith('$')) roots.add(argument);
      else if (fieldOf(argument, 'input') === undefined) throw new AnyField();
      else addExpression(fieldOf(argument, 'input'), roots);
      return;
    case '$top':
    case '$topN':
    case '$bottom':
    case '$bottomN':
      addSort(fieldOf(argument, 'sortBy'), roots);
      addExpression(argument, roots);
      return;
    default:
      addExpression(argument, roots);
  }
}

/** Adds the roots of a filter. */
function addFilter(filter: BsonValue, roots: Set<string>): void {
  if (!isPlainObject(filter)) return;
  for (const field of Object.keys(filter)) {
    const condition = getOwn(filter, field);
    if (!field.startsWith('$')) addPath(field, roots);
    else if (field === '$and' || field === '$or' || field === '$nor') {
      if (Array.isArray(condition)) for (const part of condition) addFilter(part, roots);
    } else if (field === '$expr') addExpression(condition, roots);
    else if (field !== '$comment' && field !== '$alwaysTrue' && field !== '$alwaysFalse') {
      // $text, $jsonSchema and whatever else looks at the document as a whole.
      throw new AnyField();
    }
  }
}

function addSort(specification: BsonValue, roots: Set<string>): void {
  if (!isPlainObject(specification)) return;
  for (const path of Object.keys(specification)) {
    if (path.startsWith('$')) throw new AnyField();
    addPath(path, roots);
  }
}

/** The path is needed as well as the expression: a dotted one changes a part of what is there. */
function addComputed(specification: BsonValue, roots: Set<string>): void {
  if (!isPlainObject(specification)) return;
  for (const path of Object.keys(specification)) {
    addPath(path, roots);
    addExpression(getOwn(specification, path), roots);
  }
}

function addUnwind(specification: BsonValue, roots: Set<string>): void {
  const path = typeof specification === 'string' ? specification : fieldOf(specification, 'path');
  if (typeof path === 'string') addReference(path, roots);
}

function addLookup(specification: BsonValue, roots: Set<string>): void {
  const localField = fieldOf(specification, 'localField');
  if (typeof localField === 'string') addPath(localField, roots);
  const as = fieldOf(specification, 'as');
  if (typeof as === 'string') addPath(as, roots);
  addExpression(fieldOf(specification, 'let'), roots);
}

function addWindows(specification: BsonValue, roots: Set<string>): void {
  addSort(fieldOf(specification, 'sortBy'), roots);
  addExpression(fieldOf(specification, 'partitionBy'), roots);
  addComputed(fieldOf(specification, 'output'), roots);
}

/** An inclusion ends what survives of the input; an exclusion lets the rest through. */
function addProject(specification: BsonValue, roots: Set<string>): boolean {
  if (!isPlainObject(specification)) return false;
  const fields = Object.keys(specification);
  const isExclusion = fields.every((field) => leavesOut(getOwn(specification, field)));
  if (isExclusion) return false;
  roots.add('_id');
  addComputed(specification, roots);
  return true;
}

function leavesOut(value: BsonValue): boolean {
  if (isPlainObject(value)) {
    const fields = Object.keys(value);
    return fields.every((field) => !field.startsWith('$') && leavesOut(getOwn(value, field)));
  }
  return value === false || (isNumber(value) && Number(value) === 0);
}

function addFacet(specification: BsonValue, roots: Set<string>): boolean {
  if (!isPlainObject(specification)) return false;
  for (const field of Object.keys(specification)) {
    const branch = getOwn(specification, field);
    if (!Array.isArray(branch) || !addStages(branch.filter(isPlainObject), roots)) {
      throw new AnyField();
    }
  }
  return true;
}
