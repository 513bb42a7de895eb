import { type BsonValue, type Doc, getOwn, isNumber, isPlainObject, isTruthy } from '../../values';
import { type Evaluate, operatorFor, type Scope, typeLabel } from '../expressions';
import { failure } from '../failures';
import { type StageCompiler, type StageContext, type StageRunner } from '../types';
import { eachDocument } from './each-document';
import { ProjectionNode } from './projection-tree';

/** A leaf of a `$project` specification. */
interface Leaf {
  path: string;
  kind: 'include' | 'exclude' | 'compute';
  expression?: BsonValue;
}

function isExpressionObject(value: Doc): boolean {
  return Object.keys(value)[0]?.startsWith('$') ?? false;
}

function* leavesOf(specification: Doc, prefix: string): Iterable<Leaf> {
  for (const field of Object.keys(specification)) {
    const path = prefix + field;
    const value = getOwn(specification, field);
    if (field.startsWith('$')) {
      throw failure(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    if (isNumber(value) || typeof value === 'boolean') {
      yield { path, kind: isTruthy(value) ? 'include' : 'exclude' };
    } else if (isPlainObject(value) && !isExpressionObject(value)) {
      if (Object.keys(value).length === 0) {
        throw failure(
          51270,
          `An empty sub-projection is not a valid value. Found empty object at path ${path}`,
        );
      }
      yield* leavesOf(value, `${path}.`);
    } else yield { path, kind: 'compute', expression: value };
  }
}

/** `$project` */
export function compileProject(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(15969, '$project specification must be an object');
  }
  const leaves = [...leavesOf(specification, '')];
  if (leaves.length === 0) {
    throw failure(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const isExclusion = projectsByExclusion(leaves);
  const tree = new ProjectionNode();
  for (const { path, kind, expression } of leaves) {
    if (kind === 'compute') tree.add(path, compileField(expression, context.scope));
    else if (isExclusion ? kind === 'exclude' : kind === 'include') tree.add(path);
  }
  if (isExclusion) return eachDocument((doc) => tree.exclude(doc));
  const keepsId = !leaves.some(({ path }) => path === '_id' || path.startsWith('_id.'));
  if (keepsId) tree.named.add('_id');
  return eachDocument((doc) => tree.include(doc, doc));
}

/** An operator that nobody knows is, right at a field, a mistake of the projection. */
function compileField(expression: BsonValue, scope: Scope): Evaluate {
  const operator = isPlainObject(expression) ? Object.keys(expression)[0] : undefined;
  if (operator !== undefined && !operatorFor(operator)) {
    throw failure(31325, `Invalid $project :: caused by :: Unknown expression ${operator}`);
  }
  return scope.compile(expression);
}

/** Whether the specification lists what to leave out; `_id` may always be treated otherwise. */
function projectsByExclusion(leaves: readonly Leaf[]): boolean {
  const deciding = leaves.filter(({ path }) => path !== '_id');
  const [first] = deciding;
  if (!first) return leaves[0]?.kind === 'exclude';
  const isExclusion = first.kind === 'exclude';
  for (const { path, kind } of deciding) {
    if (isExclusion && kind !== 'exclude') {
      throw failure(
        31253,
        `Invalid $project :: caused by :: Cannot do inclusion on field ${path} in exclusion projection`,
      );
    }
    if (!isExclusion && kind === 'exclude') {
      throw failure(
        31254,
        `Invalid $project :: caused by :: Cannot do exclusion on field ${path} in inclusion projection`,
      );
    }
  }
  return isExclusion;
}

/** `$addFields` and `$set` */
export function compileAddFields(name: string): StageCompiler {
  return (specification, context) => {
    if (!isPlainObject(specification)) {
      throw failure(
        40272,
        `${name} specification stage must be an object, got ${typeLabel(specification)}`,
      );
    }
    const tree = new ProjectionNode();
    addComputed(tree, specification, '', context.scope, name);
    return eachDocument((doc) => tree.extend(doc, doc));
  };
}

function addComputed(
  tree: ProjectionNode,
  specification: Doc,
  prefix: string,
  scope: Scope,
  name: string,
): void {
  for (const field of Object.keys(specification)) {
    const path = prefix + field;
    const value = getOwn(specification, field);
    if (isPlainObject(value) && !isExpressionObject(value)) {
      if (Object.keys(value).length === 0) {
        throw failure(
          40180,
          `Invalid ${name} :: caused by :: an empty object is not a valid value. Found empty object at path '${path}'`,
        );
      }
      addComputed(tree, value, `${path}.`, scope, name);
    } else tree.add(path, scope.compile(value));
  }
}

/** `$unset` */
export function compileUnset(specification: BsonValue): StageRunner {
  const paths = typeof specification === 'string' ? [specification] : specification;
  if (!Array.isArray(paths)) {
    throw failure(31002, '$unset specification must be a string or an array');
  }
  if (paths.length === 0) {
    throw failure(
      31119,
      '$unset specification must be a string or an array with at least one field',
    );
  }
  const tree = new ProjectionNode();
  for (const path of paths) {
    if (typeof path !== 'string') {
      throw failure(
        31120,
        '$unset specification must be a string or an array containing only string values',
      );
    }
    tree.add(path);
  }
  return eachDocument((doc) => tree.exclude(doc));
}
