import { pausing, type Stream } from '../../stream';
import {
  type BsonValue,
  type Doc,
  type NumericValue,
  add,
  compare,
  isNumber,
  isPlainObject,
  multiply,
  toNumber,
} from '../../values';
import { isNullish, readPath, splitPath, typeLabel } from '../expressions';
import { type TimeUnit, timeUnit } from '../expressions/dates/date-arguments';
import { addToInstant } from '../expressions/dates/shift';
import { UTC } from '../expressions/dates/time-zone';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { type Partition, readPartitions } from './partitions';
import { withPath } from './paths';

type Point = Date | NumericValue;

interface DensifyOptions {
  field: string;
  partitionFields: string[];
  step: NumericValue;
  unit: TimeUnit | undefined;
  bounds: 'full' | 'partition' | [Point, Point];
}

/** `$densify`: adds documents where a sequence of numbers or dates has gaps. */
export function compileDensify(specification: BsonValue, context: StageContext): StageRunner {
  const options = densifyOptions(specification);
  const { field, partitionFields } = options;
  const keyOf = (doc: Doc): BsonValue => partitionFields.map((path) => readPath(doc, path) ?? null);
  return function* (input): Stream<Doc> {
    const partitions = yield* readPartitions(input, keyOf, context);
    const points = partitions.flatMap(({ docs }) => pointsOf(docs, options));
    const range = options.bounds === 'full' ? rangeOf(points) : undefined;
    for (const partition of partitions) {
      const untouched = partition.docs.filter((doc) => isNullish(readPath(doc, field)));
      yield* untouched;
      yield* pausing(densifyPartition(partition, options, range));
    }
  };
}

function pointsOf(docs: readonly Doc[], options: DensifyOptions): Point[] {
  return docs
    .map((doc) => readPath(doc, options.field))
    .filter((value) => !isNullish(value))
    .map((value) => demandPoint(value, options));
}

function demandPoint(value: BsonValue, { unit }: DensifyOptions): Point {
  if (value instanceof Date) {
    if (unit === undefined) {
      throw failure(6053600, '$densify field value must be numeric when no unit is given');
    }
    return value;
  }
  if (!isNumber(value)) {
    throw failure(5733201, 'Densify field type must be numeric or a date');
  }
  if (unit !== undefined) {
    throw failure(6053600, '$densify field value must be a date when a unit is given');
  }
  return value;
}

function rangeOf(points: readonly Point[]): [Point, Point] | undefined {
  const [first] = points;
  if (first === undefined) return undefined;
  return points.reduce<[Point, Point]>(
    ([low, high], point) => [
      compare(point, low) < 0 ? point : low,
      compare(point, high) > 0 ? point : high,
    ],
    [first, first],
  );
}

/** The documents of a partition in the order of the field, with new ones between them. */
function* densifyPartition(
  partition: Partition,
  options: DensifyOptions,
  fullRange: [Point, Point] | undefined,
): Iterable<Doc> {
  const { bounds, field } = options;
  const docs = partition.docs
    .filter((doc) => !isNullish(readPath(doc, field)))
    .sort((left, right) => compare(readPath(left, field), readPath(right, field)));
  const isExplicit = Array.isArray(bounds);
  const range = isExplicit ? bounds : (fullRange ?? rangeOf(pointsOf(docs, options)));
  let next = 0;
  if (range) {
    const [low, high] = range;
    for (let step = 0; ; step++) {
      const point = advance(low, step, options);
      const order = compare(point, high);
      // Bounds that were given leave the upper end out; those of the data include it.
      if (isExplicit ? order >= 0 : order > 0) break;
      let isThere = false;
      while (next < docs.length) {
        const found = compare(readPath(docs[next] as Doc, field), point);
        if (found > 0) break;
        isThere ||= found === 0;
        yield docs[next++] as Doc;
      }
      if (!isThere) yield newDocument(partition, point, options);
    }
  }
  yield* docs.slice(next);
}

function advance(from: Point, steps: number, { step, unit }: DensifyOptions): Point {
  if (from instanceof Date) {
    return new Date(
      addToInstant(from.getTime(), unit ?? 'millisecond', steps * toNumber(step), UTC),
    );
  }
  return steps === 0 ? from : add(from, multiply(step, steps, 'double'), 'double');
}

function newDocument(partition: Partition, point: Point, options: DensifyOptions): Doc {
  let doc: Doc = {};
  const values = partition.key as BsonValue[];
  options.partitionFields.forEach((path, index) => {
    const value = values[index];
    if (!isNullish(value)) doc = withPath(doc, splitPath(path), value);
  });
  return withPath(doc, splitPath(options.field), point);
}

function densifyOptions(specification: BsonValue): DensifyOptions {
  if (!isPlainObject(specification)) {
    throw failure(
      5733401,
      `the $densify stage specification must be an object, found ${typeLabel(specification)}`,
    );
  }
  const { field, partitionByFields = [], range } = specification;
  if (typeof field !== 'string' || field === '' || field.startsWith('$')) {
    throw failure(40414, "BSON field '$densify.field' is missing but a required field");
  }
  if (
    !Array.isArray(partitionByFields) ||
    !partitionByFields.every((path) => typeof path === 'string')
  ) {
    throw failure(5733406, '$densify partitionByFields must be an array of strings');
  }
  if (!isPlainObject(range)) {
    throw failure(40414, "BSON field '$densify.range' is missing but a required field");
  }
  const { step, unit, bounds } = range;
  if (!isNumber(step) || !(toNumber(step) > 0)) {
    throw failure(
      5733402,
      'The step parameter in a range statement must be a strictly positive numeric value',
    );
  }
  const options = {
    field,
    partitionFields: partitionByFields,
    step,
    unit: unit === undefined ? undefined : timeUnit(unit, '$densify', 5733403),
  };
  if (options.unit && !Number.isInteger(toNumber(step))) {
    throw failure(
      6586400,
      'The step parameter in a range satement must be a whole number when densifying a date range',
    );
  }
  return { ...options, bounds: boundsOf(bounds, options.partitionFields) };
}

function boundsOf(bounds: BsonValue, partitionFields: readonly string[]): DensifyOptions['bounds'] {
  if (bounds === 'full') return bounds;
  if (bounds === 'partition') {
    if (partitionFields.length === 0) {
      throw failure(
        5733408,
        "one may not specify the bounds as 'partition' without specifying a non-empty array of partitionByFields. You may have meant to specify 'full' bounds.",
      );
    }
    return bounds;
  }
  if (!Array.isArray(bounds) || bounds.length !== 2) {
    throw failure(
      5733403,
      "the bounds in a range statement must be the string 'full', 'partition' or an array of two values",
    );
  }
  const [low, high] = bounds;
  const isPoint = (value: BsonValue): value is Point => value instanceof Date || isNumber(value);
  if (!isPoint(low) || !isPoint(high) || compare(low, high) > 0) {
    throw failure(5733402, 'the bounds must be two ascending numbers or dates');
  }
  return [low, high];
}
