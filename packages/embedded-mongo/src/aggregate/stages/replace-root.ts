import { type BsonValue, describe, isPlainObject } from '../../values';
import { typeLabel } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { eachDocument } from './each-document';

/** `$replaceRoot` */
export function compileReplaceRoot(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(
      40229,
      `expected an object as specification for $replaceRoot stage, got ${typeLabel(specification)}`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (field !== 'newRoot') {
      throw failure(40415, `BSON field '$replaceRoot.${field}' is an unknown field.`);
    }
  }
  if (!Object.hasOwn(specification, 'newRoot')) {
    throw failure(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
  }
  return replaceWith(specification.newRoot, context, "'newRoot' expression");
}

/** `$replaceWith` */
export function compileReplaceWith(specification: BsonValue, context: StageContext): StageRunner {
  return replaceWith(specification, context, "'replacement document'");
}

function replaceWith(expression: BsonValue, context: StageContext, what: string): StageRunner {
  const evaluate = context.scope.compile(expression);
  return eachDocument((doc) => {
    const value = evaluate(doc);
    if (isPlainObject(value)) return value;
    throw failure(
      40228,
      `${what} must evaluate to an object, but resulting value was: ${value === undefined ? 'MISSING' : describe(value)}. Type of resulting value: '${typeLabel(value)}'. Input document: ${describe(doc)}`,
    );
  });
}
