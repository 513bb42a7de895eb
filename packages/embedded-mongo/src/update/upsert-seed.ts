import { CommandError } from '../errors';
import { isOperatorObject } from '../match';
import {
  type BsonValue,
  cloneValue,
  compareStrings,
  type Doc,
  getOwn,
  isPlainObject,
  isRegex,
} from '../values';
import { Target } from './target';

type Equality = readonly [path: string, value: BsonValue];

/** The document that an upsert starts from: what the filter says a match would be equal to. */
export function upsertSeed(filter: Doc): Doc {
  const equalities = [...equalitiesOf(filter)].sort(([a], [b]) => compareStrings(a, b));
  refuseConflicts(equalities.map(([path]) => path));
  const seed: Doc = {};
  for (const [path, value] of equalities) {
    let target = Target.of(seed);
    for (const component of path.split('.')) target = target.child(component);
    target.set(cloneValue(value));
  }
  return seed;
}

function* equalitiesOf(filter: Doc): Iterable<Equality> {
  for (const [key, condition] of Object.entries(filter)) {
    if (key === '$and') yield* equalitiesOfClauses(condition);
    else if (key === '$or' && Array.isArray(condition) && condition.length === 1)
      yield* equalitiesOfClauses(condition);
    else if (!key.startsWith('$')) for (const value of equalValues(condition)) yield [key, value];
  }
}

function* equalitiesOfClauses(clauses: BsonValue): Iterable<Equality> {
  if (!Array.isArray(clauses)) return;
  for (const clause of clauses) if (isPlainObject(clause)) yield* equalitiesOf(clause);
}

function* equalValues(condition: BsonValue): Iterable<BsonValue> {
  if (!isOperatorObject(condition)) {
    if (condition !== undefined && !isRegex(condition)) yield condition;
    return;
  }
  const equal = getOwn(condition, '$eq');
  if (equal !== undefined) yield equal;
  for (const operator of ['$in', '$all']) {
    const values = getOwn(condition, operator);
    if (!Array.isArray(values) || values.length !== 1) continue;
    const [only] = values;
    if (only !== undefined && !isRegex(only) && !isOperatorObject(only)) yield only;
  }
}

function refuseConflicts(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(path)) throw notSingleValue(`path '${path}' is matched twice`);
    for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      const above = path.slice(0, dot);
      if (seen.has(above)) throw notSingleValue(`both paths '${path}' and '${above}' are matched`);
    }
    seen.add(path);
  }
}

function notSingleValue(reason: string): CommandError {
  return new CommandError(54, 'NotSingleValueField', `cannot infer query fields to set, ${reason}`);
}
