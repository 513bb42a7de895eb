import { PAUSE, type Stream } from '../../stream';
import { type BsonValue, type Doc, setOwn } from '../../values';
import { makeInteger } from '../expressions/numbers';
import { failure } from '../failures';
import { type StageRunner } from '../types';

/** `$count`: one document with the number, or none when there is nothing to count. */
export function compileCount(specification: BsonValue): StageRunner {
  const field = countField(specification);
  return function* (input): Stream<Doc> {
    let count = 0;
    for (const doc of input) {
      if (doc === PAUSE) yield PAUSE;
      else count++;
    }
    if (count === 0) return;
    const result: Doc = {};
    setOwn(result, field, makeInteger(BigInt(count), 'int'));
    yield result;
  };
}

function countField(specification: BsonValue): string {
  if (typeof specification !== 'string' || specification === '') {
    throw failure(40156, 'the count field must be a non-empty string');
  }
  if (specification.startsWith('$')) {
    throw failure(40158, 'the count field cannot be a $-prefixed path');
  }
  if (specification.includes('\0')) {
    throw failure(40159, 'the count field cannot contain a null byte');
  }
  if (specification.includes('.')) throw failure(40160, "the count field cannot contain '.'");
  return specification;
}
