import { badValue } from '../../errors';
import { type BsonValue, cloneValue, getOwn, isPlainObject, typeName } from '../../values';
import { describeId } from '../failures';
import { toInteger } from './integer';
import { changingValue, type ModifierField, type ModifierParser } from './modifier';
import { type ElementComparator, parsePushSort } from './push-sort';

const CLAUSES: ReadonlySet<string> = new Set(['$each', '$slice', '$sort', '$position']);

interface Push {
  readonly values: readonly BsonValue[];
  /** Where the values go in; at the end without it. */
  readonly position?: number | undefined;
  readonly sort?: ElementComparator | undefined;
  /** How many elements stay: the first ones, or the last ones when negative. */
  readonly slice?: number | undefined;
}

/** `$push`: appends to an array, with the clauses `$each`, `$position`, `$sort` and `$slice`. */
export const parsePush: ModifierParser = (field) => {
  const push = parseClauses(field);
  return changingValue({
    update(current, target) {
      if (!Array.isArray(current))
        throw badValue(
          `The field '${target.path}' must be an array but is of type ${typeName(current)} ` +
            `in document {${describeId(target.root)}}`,
        );
      return pushed(current, push);
    },
    create: () => pushed([], push),
  });
};

function parseClauses({ argument, match }: ModifierField): Push {
  if (!isPlainObject(argument) || !Object.hasOwn(argument, '$each')) return { values: [argument] };
  for (const clause of Object.keys(argument))
    if (!CLAUSES.has(clause)) throw badValue(`Unrecognized clause in $push: ${clause}`);
  const values = getOwn(argument, '$each');
  if (!Array.isArray(values))
    throw badValue(
      `The argument to $each in $push must be an array but it was of type: ${typeName(values)}`,
    );
  return {
    values,
    slice: optionalInteger(
      getOwn(argument, '$slice'),
      (type) => `The value for $slice must be an integer value but was given type: ${type}`,
    ),
    sort: parsePushSort(getOwn(argument, '$sort'), match.collation),
    position: optionalInteger(
      getOwn(argument, '$position'),
      (type) => `The value for $position must be an integer value, not of type: ${type}`,
    ),
  };
}

function optionalInteger(
  value: BsonValue,
  complaint: (type: string) => string,
): number | undefined {
  if (value === undefined) return undefined;
  const integer = toInteger(value);
  if (integer === undefined) throw badValue(complaint(typeName(value)));
  return integer;
}

function pushed(current: readonly BsonValue[], push: Push): BsonValue[] {
  const { values, position = Infinity, sort, slice } = push;
  const start =
    position < 0 ? Math.max(0, current.length + position) : Math.min(position, current.length);
  // Not one splice(): a call with a hundred thousand arguments overflows the stack.
  let result = [
    ...current.slice(0, start),
    ...values.map((value) => cloneValue(value)),
    ...current.slice(start),
  ];
  if (sort !== undefined) result = result.sort(sort);
  if (slice === undefined) return result;
  if (slice === 0) return [];
  return slice < 0 ? result.slice(slice) : result.slice(0, slice);
}
