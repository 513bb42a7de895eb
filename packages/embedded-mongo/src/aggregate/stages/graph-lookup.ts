import { PAUSE, type Pause, type Stream } from '../../stream';
import {
  type BsonValue,
  type Doc,
  isNumber,
  isPlainObject,
  isRegex,
  toNumber,
  describe,
} from '../../values';
import { readPath, splitPath, typeLabel } from '../expressions';
import { makeLong } from '../expressions/numbers';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { withPath } from './paths';
import { ValueMap } from './value-map';

interface GraphOptions {
  from: string;
  as: readonly string[];
  connectFromField: string;
  connectToField: string;
  maxDepth: number;
  depthField: readonly string[] | undefined;
  restriction: Doc | undefined;
}

/** `$graphLookup`: follows references from document to document, breadth first. */
export function compileGraphLookup(specification: BsonValue, context: StageContext): StageRunner {
  const fields = checkFields(specification);
  const options = graphOptions(fields);
  const startWith = context.scope.compile(fields.startWith);
  return function* (input): Stream<Doc> {
    for (const doc of input) {
      if (doc === PAUSE) yield PAUSE;
      else {
        const found = yield* search(startWith(doc), options, context);
        yield withPath(doc, options.as, found);
      }
    }
  };
}

function* search(
  start: BsonValue,
  options: GraphOptions,
  context: StageContext,
): Generator<Pause, Doc[]> {
  const found = new ValueMap<Doc>();
  const asked = new ValueMap<true>(context.fold);
  let frontier = newValues(start, asked);
  for (let depth = 0; frontier.length > 0 && depth <= options.maxDepth; depth++) {
    const next: BsonValue[] = [];
    const filter = frontierFilter(options, frontier);
    for (const doc of context.environment.read(options.from, { filter })) {
      if (doc === PAUSE) {
        yield PAUSE;
        continue;
      }
      if (found.get(doc._id)) continue;
      const { depthField } = options;
      found.set(doc._id, depthField ? withPath(doc, depthField, makeLong(depth)) : doc);
      next.push(...newValues(readPath(doc, options.connectFromField), asked));
    }
    frontier = next;
  }
  return [...found.values()];
}

/** The values to look for that were not looked for before; an array stands for its elements. */
function newValues(value: BsonValue, asked: ValueMap<true>): BsonValue[] {
  const values = Array.isArray(value) ? value : [value ?? null];
  return values.filter((candidate) => {
    if (asked.get(candidate)) return false;
    asked.set(candidate, true);
    return true;
  });
}

function frontierFilter(options: GraphOptions, frontier: readonly BsonValue[]): Doc {
  const field = options.connectToField;
  const conditions: Doc[] = [
    { [field]: { $in: frontier.filter((value) => !isRegex(value)) } },
    ...frontier.filter(isRegex).map((regex) => ({ [field]: { $eq: regex } })),
  ];
  const filter: Doc = conditions.length === 1 ? (conditions[0] as Doc) : { $or: conditions };
  return options.restriction ? { $and: [filter, options.restriction] } : filter;
}

const STRINGS = ['from', 'as', 'connectFromField', 'connectToField', 'depthField'];
const FIELDS = [...STRINGS, 'startWith', 'maxDepth', 'restrictSearchWithMatch'];

function checkFields(specification: BsonValue): Doc {
  if (!isPlainObject(specification)) {
    throw failure(
      40327,
      `the $graphLookup stage specification must be an object, but found ${typeLabel(specification)}`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (!FIELDS.includes(field)) {
      throw failure(40104, `Unknown argument to $graphLookup: ${field}`);
    }
    if (STRINGS.includes(field) && typeof specification[field] !== 'string') {
      throw failure(
        40103,
        `expected string as argument for ${field}, found: ${describe(specification[field])}`,
      );
    }
  }
  for (const field of ['from', 'as', 'startWith', 'connectFromField', 'connectToField']) {
    if (!Object.hasOwn(specification, field)) {
      throw failure(
        40105,
        "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
      );
    }
  }
  return specification;
}

function graphOptions(fields: Doc): GraphOptions {
  const { maxDepth, restrictSearchWithMatch: restriction, depthField } = fields;
  if (maxDepth !== undefined && !isNumber(maxDepth)) {
    throw failure(40100, `maxDepth must be numeric, found type: ${typeLabel(maxDepth)}`);
  }
  const depth = maxDepth === undefined ? Infinity : toNumber(maxDepth);
  if (depth < 0) throw failure(40101, `maxDepth requires a nonnegative argument, found: ${depth}`);
  if (depth !== Infinity && !Number.isInteger(depth)) {
    throw failure(40102, `maxDepth could not be represented as a long long: ${depth}`);
  }
  if (restriction !== undefined && !isPlainObject(restriction)) {
    throw failure(
      40185,
      `restrictSearchWithMatch must be an object, found ${typeLabel(restriction)}`,
    );
  }
  return {
    from: fields.from as string,
    as: splitPath(fields.as as string),
    connectFromField: fields.connectFromField as string,
    connectToField: fields.connectToField as string,
    maxDepth: depth,
    depthField: depthField === undefined ? undefined : splitPath(depthField as string),
    restriction,
  };
}
