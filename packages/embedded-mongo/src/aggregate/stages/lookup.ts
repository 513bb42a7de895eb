import { PAUSE, type Pause, type Stream } from '../../stream';
import { type BsonValue, type Doc, getOwn, isPlainObject, describe } from '../../values';
import { type Evaluate, type Scope, compileRootPath, splitPath, typeLabel } from '../expressions';
import { type Cell } from '../expressions/scope';
import { checkVariableName } from '../expressions/variables';
import { failure } from '../failures';
import { rootsOfPipeline } from '../roots';
import { type StageContext, type StageRunner } from '../types';
import { validateInnerPipeline } from '../validate-pipeline';
import { EqualityJoin } from './equality-join';
import { variablesUsed } from './correlation';
import { withPath } from './paths';
import { prefilterOf } from './prefilter';
import { startsWithDocuments } from './union-with';

interface LookupOptions {
  from: string | undefined;
  db: string | undefined;
  as: readonly string[];
  localField: string | undefined;
  foreignField: string | undefined;
  variables: Doc;
  pipeline: Doc[] | undefined;
}

/** A pipeline inside of a `$lookup`, compiled once, with the places of its variables. */
interface InnerPipeline {
  stages: readonly Doc[];
  run: StageRunner;
  bindings: { cell: Cell; evaluate: Evaluate }[];
  scope: Scope;
}

/** Batches start small, since a `$limit` may follow, and grow, since each costs a read. */
const LARGEST_BATCH = 256;

/** `$lookup` */
export function compileLookup(specification: BsonValue, context: StageContext): StageRunner {
  const options = lookupOptions(specification);
  const inner = options.pipeline && compileInner(options.pipeline, options.variables, context);
  if (options.localField !== undefined) return lookupByEquality(options, inner, context);
  return lookupByPipeline(options, inner as InnerPipeline, context);
}

function lookupByEquality(
  options: LookupOptions,
  inner: InnerPipeline | undefined,
  context: StageContext,
): StageRunner {
  const localValue = compileRootPath(options.localField as string);
  const foreignField = options.foreignField as string;
  return function* (input): Stream<Doc> {
    let batchSize = 1;
    let batch: Doc[] = [];
    const flush = function* (): Stream<Doc> {
      const join = new EqualityJoin(foreignField, context.fold);
      for (const doc of batch) join.addLocal(localValue(doc));
      const read = { filter: join.filter(), ...(options.db !== undefined && { db: options.db }) };
      for (const foreign of context.environment.read(options.from as string, read)) {
        if (foreign === PAUSE) yield PAUSE;
        else join.addForeign(foreign);
      }
      for (const [index, doc] of batch.entries()) {
        const matches = join.matchesOf(index);
        const found = inner ? yield* collect(runInner(inner, doc, matches)) : matches;
        yield withPath(doc, options.as, found);
      }
      batch = [];
      batchSize = Math.min(batchSize * 4, LARGEST_BATCH);
    };
    for (const doc of input) {
      if (doc === PAUSE) yield PAUSE;
      else if (batch.push(doc) >= batchSize) yield* flush();
    }
    if (batch.length > 0) yield* flush();
  };
}

function lookupByPipeline(
  options: LookupOptions,
  inner: InnerPipeline,
  context: StageContext,
): StageRunner {
  const { from, db } = options;
  const roots = rootsOfPipeline(inner.stages);
  const isSameForAll = !variablesUsed(inner.stages);
  const read = (doc: Doc): Stream<Doc> => {
    if (from === undefined) return [];
    for (const { cell, evaluate } of inner.bindings) cell.value = evaluate(doc);
    const filter = prefilterOf(inner.stages, inner.scope);
    return context.environment.read(from, {
      ...(db !== undefined && { db }),
      ...(filter && { filter }),
      ...(roots && { roots }),
    });
  };
  return function* (input): Stream<Doc> {
    let known: Doc[] | undefined;
    for (const doc of input) {
      if (doc === PAUSE) {
        yield PAUSE;
        continue;
      }
      const found: Doc[] = known ?? (yield* collect(runInner(inner, doc, read(doc))));
      if (isSameForAll) known = found;
      yield withPath(doc, options.as, found);
    }
  };
}

/** Sets the variables to what they are for this document and starts the inner pipeline. */
function runInner(inner: InnerPipeline, doc: Doc, documents: Stream<Doc>): Stream<Doc> {
  const values = inner.bindings.map(({ evaluate }) => evaluate(doc));
  inner.bindings.forEach(({ cell }, index) => (cell.value = values[index]));
  return inner.run(documents);
}

/** All documents of a stream, with its pauses passed on. */
function* collect(stream: Stream<Doc>): Generator<Pause, Doc[]> {
  const documents: Doc[] = [];
  for (const doc of stream) {
    if (doc === PAUSE) yield PAUSE;
    else documents.push(doc);
  }
  return documents;
}

function compileInner(stages: Doc[], variables: Doc, context: StageContext): InnerPipeline {
  let { scope } = context;
  const bindings = Object.keys(variables).map((name) => {
    checkVariableName(name);
    const evaluate = context.scope.compile(getOwn(variables, name));
    const bound = scope.with(name);
    scope = bound.scope;
    return { cell: bound.cell, evaluate };
  });
  return { stages, run: context.compilePipeline(stages, scope), bindings, scope };
}

const FIELDS = ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline'];

function lookupOptions(specification: BsonValue): LookupOptions {
  if (!isPlainObject(specification)) {
    throw failure(
      9,
      `the $lookup stage specification must be an object, but found ${typeLabel(specification)}`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (!FIELDS.includes(field)) throw failure(9, `unknown argument to $lookup: ${field}`);
  }
  const { from, as, localField, foreignField, let: variables, pipeline } = specification;
  for (const [field, value] of Object.entries({ as, localField, foreignField })) {
    if (value !== undefined && typeof value !== 'string') {
      throw failure(
        9,
        `$lookup argument '${field}: ${describe(value)}' must be a string, is type ${typeLabel(value)}`,
      );
    }
  }
  if (typeof as !== 'string') throw failure(9, "must specify 'as' field for a $lookup");
  const stages = pipeline === undefined ? undefined : validateInnerPipeline(pipeline, '$lookup');
  if (
    (localField === undefined) !== (foreignField === undefined) ||
    (localField === undefined && !stages)
  ) {
    throw failure(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  if (variables !== undefined && !isPlainObject(variables)) {
    throw failure(
      9,
      `$lookup argument 'let: ${describe(variables)}' must be an object, is type ${typeLabel(variables)}`,
    );
  }
  if (variables && !stages) {
    throw failure(9, "$lookup with a 'let' argument requires 'pipeline' to be specified as well");
  }
  return {
    ...sourceOf(from, stages),
    as: splitPath(as),
    localField: localField as string | undefined,
    foreignField: foreignField as string | undefined,
    variables: variables ?? {},
    pipeline: stages,
  };
}

/** The collection that a lookup reads: a name, or a name and a database. */
function sourceOf(
  from: BsonValue,
  stages: readonly Doc[] | undefined,
): { from: string | undefined; db: string | undefined } {
  if (typeof from === 'string') return { from, db: undefined };
  if (isPlainObject(from) && typeof from.coll === 'string') {
    return { from: from.coll, db: typeof from.db === 'string' ? from.db : undefined };
  }
  if (from === undefined && stages && startsWithDocuments(stages)) {
    return { from: undefined, db: undefined };
  }
  throw failure(
    9,
    from === undefined
      ? "missing 'from' option to $lookup stage specification"
      : `$lookup 'from' field must be a string, but found ${typeLabel(from)}`,
  );
}
