import { pushDown, runPipeline, type AggregateEnvironment, type OutputStage } from '../aggregate';
import type { CollectionInfo, FindQuery, Hit } from '../engine';
import { PAUSE, type Stream } from '../stream';
import { encode, getOwn, isNumber, toNumber, type Collation, type Doc } from '../values';
import type { ServerState } from './command';
import { resolveView, type ReadTarget } from './namespace';

/** A pipeline to be run over a namespace. */
export interface PipelineRequest {
  readonly db: string;
  /** Undefined for a pipeline of the database itself, which makes its own documents. */
  readonly name: string | undefined;
  readonly pipeline: readonly Doc[];
  readonly collation: Collation | undefined;
  readonly hint: string | Doc | undefined;
  readonly variables: Doc | undefined;
  /** The whole command, when a client sent one. */
  readonly command?: Doc;
}

/** A pipeline divided between the planner and the stages. */
export interface PreparedPipeline {
  readonly collection: CollectionInfo | undefined;
  /** What the planner looks for. */
  readonly query: FindQuery;
  readonly rest: readonly Doc[];
  readonly output: OutputStage | undefined;
  readonly environment: AggregateEnvironment;
}

/** Resolves views and lets the planner take the stages it can. */
export function preparePipeline(server: ServerState, request: PipelineRequest): PreparedPipeline {
  const target: ReadTarget =
    request.name === undefined
      ? { collection: undefined, pipeline: [], view: undefined }
      : resolveView(server, request.db, request.name);
  const pushed = pushDown([...target.pipeline, ...request.pipeline]);
  const { variables, hint } = request;
  const collation = request.collation ?? defaultCollation(target);
  const query: FindQuery = {
    filter: pushed.filter ?? {},
    sort: pushed.sort,
    skip: pushed.skip,
    limit: pushed.limit,
    roots: pushed.roots,
    collation,
    hint,
    variables,
  };
  return {
    collection: target.collection,
    query,
    rest: pushed.rest,
    output: pushed.output,
    environment: environmentOf(server, request.db, target.collection, collation, variables),
  };
}

/** The resulting documents, as BSON. */
export function pipelineDocuments(server: ServerState, prepared: PreparedPipeline): Stream<Buffer> {
  // When nothing is left to compute, what is stored goes out as it is.
  return prepared.rest.length === 0
    ? rawDocuments(hitsOf(server, prepared))
    : encodeAll(pipelineResults(server, prepared));
}

/** The bytes of each document. */
export function* encodeAll(documents: Stream<Doc>): Stream<Buffer> {
  for (const doc of documents) yield doc === PAUSE ? PAUSE : encode(doc);
}

/** What is stored of each hit. */
export function* rawDocuments(hits: Stream<Hit>): Stream<Buffer> {
  for (const hit of hits) yield hit === PAUSE ? PAUSE : hit.raw;
}

/** The resulting documents. */
export function pipelineResults(server: ServerState, prepared: PreparedPipeline): Stream<Doc> {
  const count = countingStage(prepared);
  if (count && prepared.collection) {
    return countInstead(server, prepared.collection, prepared.query, count);
  }
  const input = documentsOf(hitsOf(server, prepared));
  return prepared.rest.length > 0 ? runPipeline(input, prepared.rest, prepared.environment) : input;
}

/** Runs stages over documents that come from no collection. */
export function runOver(
  server: ServerState,
  documents: readonly Doc[],
  request: PipelineRequest,
): Stream<Doc> {
  const { db, pipeline, collation, variables } = request;
  if (pipeline.length === 0) return documents;
  return runPipeline(
    documents,
    pipeline,
    environmentOf(server, db, undefined, collation, variables),
  );
}

function hitsOf(server: ServerState, prepared: PreparedPipeline): Stream<Hit> {
  return prepared.collection ? server.engine.find(prepared.collection, prepared.query) : [];
}

function* documentsOf(hits: Stream<Hit>): Stream<Doc> {
  for (const hit of hits) yield hit === PAUSE ? PAUSE : hit.fields;
}

function defaultCollation({ view, collection }: ReadTarget): Collation | undefined {
  return getOwn((view ?? collection)?.options ?? {}, 'collation') as Collation | undefined;
}

function environmentOf(
  server: ServerState,
  db: string,
  collection: CollectionInfo | undefined,
  collation: Collation | undefined,
  variables: Doc | undefined,
): AggregateEnvironment {
  return {
    ...(collation ? { collation } : {}),
    ...(variables ? { variables } : {}),
    match: server.engine.matchOptions(collection, collation, variables),
    now: new Date(),
    read: (name, options = {}) => {
      const prepared = preparePipeline(server, {
        db: options.db ?? db,
        name,
        pipeline: options.filter ? [{ $match: options.filter }] : [],
        collation,
        hint: undefined,
        variables: undefined,
      });
      const roots = prepared.rest.length === 0 ? options.roots : prepared.query.roots;
      return pipelineResults(server, { ...prepared, query: { ...prepared.query, roots } });
    },
  };
}

/** Makes the one document of a counting stage from the count. */
type CountResult = (count: number) => Doc;

/**
 * Recognises what is left of countDocuments() and of a plain `$count`, which an index may answer
 * without loading documents.
 */
function countingStage({ rest }: PreparedPipeline): CountResult | undefined {
  const stage = rest[0];
  if (!stage || rest.length !== 1) return undefined;
  const field = getOwn(stage, '$count');
  if (typeof field === 'string') return (count) => ({ [field]: count });
  const group = getOwn(stage, '$group') as Doc | undefined;
  if (!group) return undefined;
  const id = getOwn(group, '_id');
  const names = Object.keys(group).filter((name) => name !== '_id');
  const name = names[0];
  if (name === undefined || names.length !== 1) return undefined;
  if (id !== null && !(isNumber(id) && toNumber(id) === 1)) return undefined;
  const sum = (getOwn(group, name) as Doc | null)?.['$sum'];
  if (!isNumber(sum) || toNumber(sum) !== 1) return undefined;
  return (count) => ({ _id: id, [name]: count });
}

function* countInstead(
  server: ServerState,
  collection: CollectionInfo,
  query: FindQuery,
  result: CountResult,
): Stream<Doc> {
  // Neither the order nor the fields that were asked for change how many there are.
  const counted = { ...query, sort: undefined, roots: undefined };
  const count = yield* server.engine.count(collection, counted);
  if (count > 0) yield result(count);
}
