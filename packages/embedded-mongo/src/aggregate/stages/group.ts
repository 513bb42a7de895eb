import { sortStream } from '../../sort';
import { PAUSE, type Pause, type Stream, pausing } from '../../stream';
import { type BsonValue, type Doc, getOwn, isPlainObject, setOwn } from '../../values';
import {
  type AccumulatorState,
  type CompiledAccumulator,
  compileAccumulator,
} from '../accumulators';
import { type Evaluate, type Scope } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { ValueMap } from './value-map';

/** A field of the result and the accumulator that fills it. */
export interface GroupField {
  field: string;
  accumulator: CompiledAccumulator;
}

/** One group while it is filled. */
export interface Group {
  id: BsonValue;
  states: AccumulatorState[];
}

/** Compiles the accumulators of a `$group`, a `$bucket` or a `$bucketAuto`. */
export function compileGroupFields(specification: Doc, scope: Scope): GroupField[] {
  return Object.keys(specification)
    .filter((field) => field !== '_id')
    .map((field) => ({
      field,
      accumulator: compileAccumulator(field, getOwn(specification, field), scope),
    }));
}

/** A group without any document in it yet. */
export function emptyGroup(id: BsonValue, fields: readonly GroupField[]): Group {
  return { id, states: fields.map(({ accumulator }) => accumulator.create(id)) };
}

/** Adds a document to a group. */
export function addToGroup(group: Group, fields: readonly GroupField[], doc: Doc): void {
  const { states } = group;
  for (let index = 0; index < fields.length; index++) {
    const { accumulator } = fields[index] as GroupField;
    (states[index] as AccumulatorState).add(accumulator.input(doc));
  }
}

/** The document that a group becomes. */
export function groupDocument(group: Group, fields: readonly GroupField[]): Doc {
  const result: Doc = { _id: group.id };
  fields.forEach(({ field }, index) => {
    setOwn(result, field, (group.states[index] as AccumulatorState).result());
  });
  return result;
}

/** Reads all of the input into groups, passing its pauses on. */
export function* fillGroups(
  input: Stream<Doc>,
  idOf: Evaluate,
  fields: readonly GroupField[],
  fold: StageContext['fold'],
): Generator<Pause, Iterable<Group>> {
  const groups = new ValueMap<Group>(fold);
  for (const doc of input) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    const id = idOf(doc) ?? null;
    let group = groups.get(id);
    if (!group) {
      group = emptyGroup(id, fields);
      groups.set(id, group);
    }
    addToGroup(group, fields, doc);
  }
  return groups.values();
}

function groupStage(
  idOf: Evaluate,
  fields: readonly GroupField[],
  context: StageContext,
): StageRunner {
  return function* (input): Stream<Doc> {
    const groups = yield* fillGroups(input, idOf, fields, context.fold);
    yield* pausing(mapLazily(groups, (group) => groupDocument(group, fields)));
  };
}

function* mapLazily<T, U>(items: Iterable<T>, change: (item: T) => U): Iterable<U> {
  for (const item of items) yield change(item);
}

/** `$group`: memory holds the groups, never their documents. */
export function compileGroup(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(15947, "a group's fields must be specified in an object");
  }
  if (!Object.hasOwn(specification, '_id')) {
    throw failure(15955, 'a group specification must include an _id');
  }
  const idOf = context.scope.compile(specification._id);
  return groupStage(idOf, compileGroupFields(specification, context.scope), context);
}

/** `$sortByCount` */
export function compileSortByCount(specification: BsonValue, context: StageContext): StageRunner {
  const isExpression =
    typeof specification === 'string'
      ? specification.startsWith('$')
      : isPlainObject(specification) && Object.keys(specification)[0]?.startsWith('$');
  if (!isExpression) {
    throw failure(40149, 'the sortByCount field must be specified as a string or as an object');
  }
  const fields = compileGroupFields({ count: { $sum: 1 } }, context.scope);
  const group = groupStage(context.scope.compile(specification), fields, context);
  return (input) => sortStream(group(input), (doc) => doc, { count: -1 });
}
