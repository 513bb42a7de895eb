import { PAUSE, type Stream } from '../../stream';
import { type BsonValue, type Doc, isNumber, isPlainObject, toNumber } from '../../values';
import { failure } from '../failures';
import { type StageRunner } from '../types';

/** `$sample`: a reservoir of the given size, every document with the same chance to be in it. */
export function compileSample(specification: BsonValue): StageRunner {
  const size = sampleSize(specification);
  return function* (input): Stream<Doc> {
    const chosen: Doc[] = [];
    let seen = 0;
    for (const doc of input) {
      if (doc === PAUSE) {
        yield PAUSE;
        continue;
      }
      seen++;
      if (chosen.length < size) chosen.push(doc);
      else {
        const place = Math.floor(Math.random() * seen);
        if (place < size) chosen[place] = doc;
      }
    }
    yield* shuffled(chosen);
  };
}

function shuffled<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

function sampleSize(specification: BsonValue): number {
  if (!isPlainObject(specification)) {
    throw failure(28745, 'the $sample stage specification must be an object');
  }
  for (const field of Object.keys(specification)) {
    if (field !== 'size') throw failure(28748, `unrecognized option to $sample: ${field}`);
  }
  if (!Object.hasOwn(specification, 'size')) {
    throw failure(28749, '$sample stage must specify a size');
  }
  if (!isNumber(specification.size)) {
    throw failure(28746, 'size argument to $sample must be a number');
  }
  const size = Math.trunc(toNumber(specification.size));
  if (!(size > 0)) throw failure(28747, 'size argument to $sample must be a positive integer');
  return size;
}
