import { pausing, type Stream } from '../../stream';
import { type BsonValue, type Doc, getOwn, isPlainObject } from '../../values';
import { type Evaluate, splitPath, typeLabel } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { readPartitions, sortPartitions } from './partitions';
import { withPath } from './paths';
import { sortSpecification } from './sort';
import { type WindowFunction, compileWindowFunction } from './window-functions';

interface WindowField {
  path: readonly string[];
  evaluate: WindowFunction;
}

const FIELDS = ['partitionBy', 'sortBy', 'output'];

/** `$setWindowFields`: sets fields from the documents around each document. */
export function compileSetWindowFields(
  specification: BsonValue,
  context: StageContext,
): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(
      9,
      `the $setWindowFields stage specification must be an object, found ${typeLabel(specification)}`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (!FIELDS.includes(field)) {
      throw failure(40415, `BSON field '$setWindowFields.${field}' is an unknown field.`);
    }
  }
  const { output, sortBy, partitionBy } = specification;
  if (!isPlainObject(output)) {
    throw failure(40414, "BSON field '$setWindowFields.output' is missing but a required field");
  }
  const sort = sortBy === undefined ? undefined : sortSpecification(sortBy);
  const keyOf = compilePartition(partitionBy, context);
  const fields = Object.keys(output).map((field) => ({
    path: splitPath(field),
    evaluate: compileWindowFunction(field, getOwn(output, field), sort, context),
  }));
  return function* (input): Stream<Doc> {
    const partitions = yield* readPartitions(input, keyOf, context);
    sortPartitions(partitions, sort, context);
    for (const { docs } of partitions) yield* pausing(withWindowFields(docs, fields));
  };
}

function compilePartition(partitionBy: BsonValue, context: StageContext): Evaluate | undefined {
  if (partitionBy === undefined) return undefined;
  const evaluate = context.scope.compile(partitionBy);
  return (doc) => {
    const key = evaluate(doc);
    if (Array.isArray(key)) {
      throw failure(14, 'An expression used to partition cannot evaluate to value of type array');
    }
    return key;
  };
}

function* withWindowFields(docs: readonly Doc[], fields: readonly WindowField[]): Iterable<Doc> {
  const columns = fields.map(({ evaluate }) => evaluate(docs));
  for (const [row, doc] of docs.entries()) {
    let result = doc;
    fields.forEach(({ path }, column) => {
      const value = columns[column]?.[row];
      if (value !== undefined) result = withPath(result, path, value);
    });
    yield result;
  }
}
