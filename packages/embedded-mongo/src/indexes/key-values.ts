import { CommandError } from '../errors';
import { type BsonValue, type Doc, getField } from '../values';

/** One value for each field of an index: what one entry of it is about. */
export type KeyTuple = BsonValue[];

/** What a document contributes to an index before the values are encoded. */
export interface KeyTuples {
  readonly tuples: readonly KeyTuple[];
  /** Paths on which an array was met. */
  readonly arrayPaths: ReadonlySet<string>;
  /** No field of the index is in the document: a sparse index leaves it out. */
  readonly allMissing: boolean;
}

const NO_PATHS: ReadonlySet<string> = new Set();
const POSITION = /^\d+$/;

/** A field on its way through the document: `next` is the part of the path that comes next. */
interface Walk {
  readonly slot: number;
  readonly parts: readonly string[];
  readonly next: number;
  readonly container: BsonValue;
}

interface ArrayStop {
  readonly walk: Walk;
  readonly array: readonly BsonValue[];
}

const partsByPath = new Map<string, readonly string[]>();

/** Parts of a dotted path, split once. */
export function partsOf(path: string): readonly string[] {
  let parts = partsByPath.get(path);
  if (!parts) {
    if (partsByPath.size > 10_000) partsByPath.clear();
    parts = path.split('.');
    partsByPath.set(path, parts);
  }
  return parts;
}

/**
 * The values of a document on the paths of an index. An array gives one tuple for each of its
 * elements; fields that go through the same array stay together, element by element. Two different
 * arrays would give every combination, which MongoDB refuses and so do we.
 */
export function keyTuples(fields: readonly string[], doc: Doc): KeyTuples {
  const simple = simpleTuple(fields, doc);
  if (simple) {
    const allMissing = simple.every((value) => value === undefined);
    return { tuples: [simple], arrayPaths: NO_PATHS, allMissing };
  }
  const collector = new TupleCollector();
  const walks = fields.map((field, slot): Walk => {
    return { slot, parts: partsOf(field), next: 0, container: doc };
  });
  collector.resolve(walks, new Array<BsonValue>(fields.length).fill(undefined));
  return collector;
}

/** The frequent case: no dotted path and no array. */
function simpleTuple(fields: readonly string[], doc: Doc): KeyTuple | undefined {
  const tuple: KeyTuple = [];
  for (const field of fields) {
    if (field.includes('.')) return undefined;
    const value = getField(doc, field);
    if (Array.isArray(value)) return undefined;
    tuple.push(value);
  }
  return tuple;
}

class TupleCollector implements KeyTuples {
  readonly tuples: KeyTuple[] = [];
  readonly arrayPaths = new Set<string>();
  allMissing = true;

  resolve(walks: readonly Walk[], tuple: KeyTuple): void {
    const stops: ArrayStop[] = [];
    for (const walk of walks) {
      const stop = this.follow(walk, tuple);
      if (stop) stops.push(stop);
    }
    const [first] = stops;
    if (!first) {
      this.tuples.push(tuple);
      return;
    }
    for (const other of stops) if (other.array !== first.array) throw parallelArrays(first, other);
    this.expand(first.array, stops, tuple);
  }

  private expand(array: readonly BsonValue[], stops: readonly ArrayStop[], tuple: KeyTuple): void {
    const elements = array.length > 0 ? array : [undefined];
    for (const element of elements) {
      const copy = tuple.slice();
      const further: Walk[] = [];
      for (const { walk } of stops) {
        if (walk.next === walk.parts.length) {
          copy[walk.slot] = element;
          this.allMissing = false;
        } else if (!Array.isArray(element)) {
          further.push({ ...walk, container: element });
        }
      }
      this.resolve(further, copy);
    }
  }

  /** Goes down to the value, or to the array in the way. */
  private follow(walk: Walk, tuple: KeyTuple): ArrayStop | undefined {
    let { container, next } = walk;
    while (next < walk.parts.length) {
      container = getField(container, walk.parts[next] ?? '');
      next++;
      while (Array.isArray(container)) {
        this.arrayPaths.add(walk.parts.slice(0, next).join('.'));
        const part = walk.parts[next];
        const isPosition = part !== undefined && POSITION.test(part);
        if (!isPosition || Number(part) >= container.length) {
          return { walk: { ...walk, next }, array: container };
        }
        container = container[Number(part)];
        next++;
      }
      if (container === undefined) break;
    }
    if (container !== undefined) this.allMissing = false;
    tuple[walk.slot] = container;
    return undefined;
  }
}

function parallelArrays(first: ArrayStop, other: ArrayStop): CommandError {
  const nameOf = (stop: ArrayStop): string => stop.walk.parts[stop.walk.next - 1] ?? '';
  return new CommandError(
    171,
    'CannotIndexParallelArrays',
    `cannot index parallel arrays [${nameOf(other)}] [${nameOf(first)}]`,
  );
}
