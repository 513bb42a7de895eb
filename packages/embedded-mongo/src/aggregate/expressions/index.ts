import { type BsonValue, type Doc, setOwn } from '../../values';
import { compileIn, createScope } from './compile';

export { compileIn, createScope } from './compile';
export { isNullish, typeLabel } from './arguments';
export { compileRootPath, readPath, splitPath } from './field-path';
export { operatorFor } from './operators';
export { type Evaluate, Scope, constantOf } from './scope';

/** Compiles an aggregation expression, so that it can be evaluated for many documents. */
export function compileExpression(expression: BsonValue, variables?: Doc): (doc: Doc) => BsonValue {
  return compileIn(expression, createScope(variables));
}

/** The values of a command's `let`: constant expressions, none of which sees another. */
export function evaluateLet(variables: Doc | undefined): Doc | undefined {
  if (!variables) return undefined;
  const values: Doc = {};
  const scope = createScope();
  for (const [name, expression] of Object.entries(variables)) {
    setOwn(values, name, compileIn(expression, scope)({}) ?? null);
  }
  return values;
}
