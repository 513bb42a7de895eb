import { parseSort, sortStream } from '../../sort';
import { PAUSE, type Stream } from '../../stream';
import {
  type BsonValue,
  type Doc,
  describe,
  isNumber,
  isPlainObject,
  toNumber,
} from '../../values';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';

/** Checks a `$sort` specification. */
export function sortSpecification(specification: BsonValue): Doc {
  if (!isPlainObject(specification)) {
    throw failure(15973, 'the $sort key specification must be an object');
  }
  if (Object.keys(specification).length === 0) {
    throw failure(15976, '$sort stage must have at least one sort key');
  }
  parseSort(specification);
  return specification;
}

/** The number of a `$limit` stage. */
export function limitNumber(specification: BsonValue): number {
  const limit = wholeNumber(specification, '$limit', 5107201);
  if (limit <= 0) throw failure(15958, 'the limit must be positive');
  return limit;
}

/** The number of a `$skip` stage. */
export function skipNumber(specification: BsonValue): number {
  return wholeNumber(specification, '$skip', 5107200);
}

function wholeNumber(value: BsonValue, stage: string, code: number): number {
  const number = isNumber(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number) || number < 0) {
    throw failure(
      code,
      `invalid argument to ${stage} stage: Expected a non-negative number in: ${stage}: ${describe(value)}`,
    );
  }
  return number;
}

/** How many documents of a sort the stages after it can ever ask for. */
export function limitAfterSort(following: readonly Doc[]): number | undefined {
  let skipped = 0;
  for (const stage of following) {
    if (Object.hasOwn(stage, '$limit')) return skipped + limitNumber(stage.$limit);
    if (!Object.hasOwn(stage, '$skip')) return undefined;
    skipped += skipNumber(stage.$skip);
  }
  return undefined;
}

/** `$sort`; with a limit only that many documents are kept in memory. */
export function compileSort(
  specification: BsonValue,
  context: StageContext,
  limit?: number,
): StageRunner {
  const spec = sortSpecification(specification);
  const { collation } = context.environment;
  return (input) => sortStream(input, (doc) => doc, spec, collation, limit);
}

/** `$limit` */
export function compileLimit(specification: BsonValue): StageRunner {
  const limit = limitNumber(specification);
  return function* (input): Stream<Doc> {
    let count = 0;
    for (const doc of input) {
      yield doc;
      // Ending right after the last document spares the source the search for one more.
      if (doc !== PAUSE && ++count >= limit) return;
    }
  };
}

/** `$skip` */
export function compileSkip(specification: BsonValue): StageRunner {
  const skip = skipNumber(specification);
  return function* (input): Stream<Doc> {
    let count = 0;
    for (const doc of input) {
      if (doc === PAUSE || count >= skip) yield doc;
      else count++;
    }
  };
}
