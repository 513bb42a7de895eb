import { pausing, type Stream } from '../../stream';
import { type BsonValue, type Doc, compare, describe, isPlainObject, typeRank } from '../../values';
import { constantOf, typeLabel } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { compileGroupFields, fillGroups, groupDocument } from './group';

const FIELDS = ['groupBy', 'boundaries', 'default', 'output'];

/** `$bucket`: groups by the boundaries between which a value lies. */
export function compileBucket(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(
      40201,
      `Argument to $bucket stage must be an object, but found type: ${typeLabel(specification)}.`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (!FIELDS.includes(field)) throw failure(40197, `Unrecognized option to $bucket: ${field}.`);
  }
  if (specification.groupBy === undefined || specification.boundaries === undefined) {
    throw failure(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  }
  checkGroupBy(specification.groupBy, '$bucket', 40202);
  const { strings } = context.scope.settings;
  const boundaries = boundariesOf(specification.boundaries, context);
  const fallback = defaultOf(specification, boundaries, context);
  const groupBy = context.scope.compile(specification.groupBy);
  const fields = compileGroupFields(outputOf(specification), context.scope);

  const bucketOf = (doc: Doc): BsonValue => {
    const value = groupBy(doc);
    const above = boundaries.findIndex((boundary) => compare(value, boundary, strings) < 0);
    if (above > 0) return boundaries[above - 1];
    if (fallback) return fallback.value;
    throw failure(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  };
  return function* (input): Stream<Doc> {
    const groups = [...(yield* fillGroups(input, bucketOf, fields, context.fold))];
    groups.sort((left, right) => compare(left.id, right.id, strings));
    yield* pausing(groups.map((group) => groupDocument(group, fields)));
  };
}

/** The accumulators of a bucket stage; a count when there are none. */
export function outputOf(specification: Doc): Doc {
  const { output } = specification;
  if (output === undefined) return { count: { $sum: 1 } };
  if (!isPlainObject(output)) {
    throw failure(
      40196,
      `The $bucket 'output' field must be an object, but found type: ${typeLabel(output)}.`,
    );
  }
  return output;
}

/** The value to group by has to be a path or an expression. */
export function checkGroupBy(groupBy: BsonValue, stage: string, code: number): void {
  const isExpression =
    isPlainObject(groupBy) || (typeof groupBy === 'string' && groupBy.startsWith('$'));
  if (!isExpression) {
    throw failure(
      code,
      `The ${stage} 'groupBy' field must be defined as a $-prefixed path or an expression object, but found: ${describe(groupBy)}.`,
    );
  }
}

function boundariesOf(specification: BsonValue, context: StageContext): BsonValue[] {
  if (!Array.isArray(specification)) {
    throw failure(
      40200,
      `The $bucket 'boundaries' field must be an array, but found type: ${typeLabel(specification)}.`,
    );
  }
  const boundaries = specification.map((expression) => {
    const fixed = constantOf(context.scope.compile(expression));
    if (!fixed) {
      throw failure(40191, "The $bucket 'boundaries' field must be an array of constant values.");
    }
    return fixed.value;
  });
  if (boundaries.length < 2) {
    throw failure(
      40192,
      `The $bucket 'boundaries' field must have at least 2 values, but found ${boundaries.length} value(s).`,
    );
  }
  boundaries.slice(1).forEach((upper, index) => {
    const lower = boundaries[index];
    if (typeRank(lower) !== typeRank(upper)) {
      throw failure(
        40193,
        `All values in the the 'boundaries' option to $bucket must have the same type. Found conflicting types ${typeLabel(lower)} and ${typeLabel(upper)}.`,
      );
    }
    if (compare(lower, upper, context.scope.settings.strings) >= 0) {
      throw failure(
        40194,
        `The 'boundaries' option to $bucket must be sorted, but elements ${index} and ${index + 1} are not in ascending order (${describe(lower)} is not less than ${describe(upper)}).`,
      );
    }
  });
  return boundaries;
}

function defaultOf(
  specification: Doc,
  boundaries: readonly BsonValue[],
  context: StageContext,
): { value: BsonValue } | undefined {
  if (!Object.hasOwn(specification, 'default')) return undefined;
  const fixed = constantOf(context.scope.compile(specification.default));
  if (!fixed) throw failure(40195, "The $bucket 'default' field must be a constant.");
  const isBelow = compare(fixed.value, boundaries[0]) < 0;
  const isAbove = compare(fixed.value, boundaries[boundaries.length - 1]) >= 0;
  if (!isBelow && !isAbove) {
    throw failure(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  }
  return fixed;
}
