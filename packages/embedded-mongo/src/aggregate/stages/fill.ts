import { pausing, type Stream } from '../../stream';
import { type BsonValue, type Doc, getOwn, isPlainObject } from '../../values';
import { type Evaluate, compileRootPath, isNullish, splitPath, typeLabel } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { readPartitions, sortPartitions } from './partitions';
import { withPath } from './paths';
import { interpolated } from './interpolation';
import { sortSpecification } from './sort';

interface FilledField {
  path: readonly string[];
  read: Evaluate;
  fill: (docs: readonly Doc[], values: readonly BsonValue[]) => BsonValue[];
}

/** `$fill`: puts values where they are null or missing. */
export function compileFill(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(
      9,
      `the $fill stage specification must be an object, found ${typeLabel(specification)}`,
    );
  }
  const { sortBy, output, partitionBy, partitionByFields } = specification;
  if (!isPlainObject(output) || Object.keys(output).length === 0) {
    throw failure(40414, "BSON field '$fill.output' is missing but a required field");
  }
  if (partitionBy !== undefined && partitionByFields !== undefined) {
    throw failure(
      6050204,
      "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'",
    );
  }
  const sort = sortBy === undefined ? undefined : sortSpecification(sortBy);
  const keyOf = partitionKey(partitionBy, partitionByFields, context);
  const fields = Object.keys(output).map((field) =>
    compileFilledField(field, getOwn(output, field), sort, context),
  );
  return function* (input): Stream<Doc> {
    const partitions = yield* readPartitions(input, keyOf, context);
    sortPartitions(partitions, sort, context);
    for (const { docs } of partitions) yield* pausing(fillDocuments(docs, fields));
  };
}

function* fillDocuments(docs: readonly Doc[], fields: readonly FilledField[]): Iterable<Doc> {
  const columns = fields.map(({ read, fill }) => fill(docs, docs.map(read)));
  for (const [row, doc] of docs.entries()) {
    let filled = doc;
    fields.forEach(({ path }, column) => {
      filled = withPath(filled, path, columns[column]?.[row] ?? null);
    });
    yield filled;
  }
}

function partitionKey(
  partitionBy: BsonValue,
  partitionByFields: BsonValue,
  context: StageContext,
): Evaluate | undefined {
  if (partitionBy !== undefined) return context.scope.compile(partitionBy);
  if (partitionByFields === undefined) return undefined;
  if (
    !Array.isArray(partitionByFields) ||
    !partitionByFields.every((path) => typeof path === 'string')
  ) {
    throw failure(14, 'partitionByFields must be an array of strings');
  }
  const reads = partitionByFields.map((path) => compileRootPath(path));
  return (doc) => reads.map((read) => read(doc) ?? null);
}

function compileFilledField(
  field: string,
  specification: BsonValue,
  sort: Doc | undefined,
  context: StageContext,
): FilledField {
  if (!isPlainObject(specification) || Object.keys(specification).length !== 1) {
    throw failure(6050202, "Each object in 'output' must have exactly one of 'value' and 'method'");
  }
  const base = { path: splitPath(field), read: compileRootPath(field) };
  if (Object.hasOwn(specification, 'value')) {
    const evaluate = context.scope.compile(specification.value);
    return {
      ...base,
      fill: (docs, values) =>
        values.map((value, row) => (isNullish(value) ? evaluate(docs[row] as Doc) : value)),
    };
  }
  if (!sort) throw failure(605001, "'sortBy' is required when a method is used in $fill");
  switch (specification.method) {
    case 'locf':
      return { ...base, fill: (_docs, values) => carriedForward(values) };
    case 'linear': {
      const by = compileRootPath(Object.keys(sort)[0] as string);
      return { ...base, fill: (docs, values) => interpolated(docs.map(by), values, '$linearFill') };
    }
    default:
      throw failure(6050202, "Method must be either 'locf' or 'linear'");
  }
}

function carriedForward(values: readonly BsonValue[]): BsonValue[] {
  let last: BsonValue = null;
  return values.map((value) => (last = isNullish(value) ? last : value));
}
