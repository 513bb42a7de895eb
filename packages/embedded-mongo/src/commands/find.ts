import type { CursorReply, CursorTail } from '../cursors';
import type { CollectionInfo, FindQuery, Hit } from '../engine';
import { compileFilter } from '../match';
import { compileProjection, projectionRoots } from '../projection';
import { PAUSE, type Stream } from '../stream';
import {
  compare,
  decodeRoots,
  encode,
  getPath,
  isPlainObject,
  toNumber,
  type Doc,
} from '../values';
import { Arguments } from './arguments';
import { CappedTail } from './capped-tail';
import type { Command, CommandRequest, ServerState } from './command';
import { FIND_FIELDS, readFind, type FindOptions } from './find-options';
import { collectionName } from './namespace';
import { pipelineResults, preparePipeline, rawDocuments } from './pipeline';

function find(request: CommandRequest, server: ServerState): Promise<CursorReply> {
  const name = collectionName(request);
  const options = readFind(new Arguments('find', request.body), request);
  const collection = server.engine.catalog.get(request.db, name);
  const tail = options.tailable && collection ? tailOf(server, collection, options) : undefined;
  const documents =
    tail?.documents() ??
    (collection?.type === 'view'
      ? findInView(request, server, name, options)
      : findInCollection(server, collection, options));
  return server.cursors.open(
    {
      namespace: `${request.db}.${name}`,
      documents,
      batchSize: options.batchSize,
      singleBatch: options.singleBatch,
      limit: options.query.limit,
      session: request.session,
      noTimeout: options.noCursorTimeout,
      maxTimeMs: request.maxTimeMs,
      // MongoDB keeps no tailable cursor over an empty collection.
      tail: collection?.count ? tail : undefined,
    },
    request.budget,
  );
}

function tailOf(server: ServerState, collection: CollectionInfo, options: FindOptions): CursorTail {
  const { query, projection, awaitData } = options;
  const matchOptions = server.engine.matchOptions(collection, query.collation, query.variables);
  const project = compileProjection(projection, matchOptions, query.filter);
  const tail = new CappedTail(server.engine, collection, query);
  return {
    awaitData,
    hasMore: () => tail.hasMore,
    documents: () => shaped(tail.hits(), project, options),
  };
}

function findInCollection(
  server: ServerState,
  collection: CollectionInfo | undefined,
  options: FindOptions,
): Stream<Buffer> {
  const { query, projection } = options;
  const matchOptions = server.engine.matchOptions(collection, query.collation, query.variables);
  const project = compileProjection(projection, matchOptions, query.filter);
  if (!collection) {
    // A filter that cannot be compiled is an error in an empty collection too.
    compileFilter(query.filter, matchOptions);
    return [];
  }
  const hits =
    options.min || options.max
      ? hitsInBounds(server, collection, options)
      : server.engine.find(collection, query);
  if (options.returnKey) return keysOnly(server, collection, query, hits);
  return shaped(hits, project, options);
}

function shaped(
  hits: Stream<Hit>,
  project: ((doc: Doc) => Doc) | undefined,
  options: FindOptions,
): Stream<Buffer> {
  return project || options.showRecordId ? projected(hits, project, options) : rawDocuments(hits);
}

function* projected(
  hits: Stream<Hit>,
  project: ((doc: Doc) => Doc) | undefined,
  { projection, showRecordId }: FindOptions,
): Stream<Buffer> {
  const roots = projectionRoots(projection);
  for (const hit of hits) {
    if (hit === PAUSE) {
      yield PAUSE;
      continue;
    }
    const doc = roots ? decodeRoots(hit.raw, roots) : hit.doc;
    const result = project ? project(doc) : doc;
    yield encode(showRecordId ? { ...result, $recordId: hit.recordId } : result);
  }
}

/** `returnKey`: only the fields of the index that is used; nothing at all without one. */
function* keysOnly(
  server: ServerState,
  collection: CollectionInfo,
  query: FindQuery,
  hits: Stream<Hit>,
): Stream<Buffer> {
  const { keyPattern } = server.engine.explain(collection, query);
  const fields = Object.keys(keyPattern ?? {});
  for (const hit of hits) {
    if (hit === PAUSE) yield PAUSE;
    else yield encode(Object.fromEntries(fields.map((field) => [field, getPath(hit.doc, field)])));
  }
}

/** `min` and `max`: bounds over whole index keys, across types, the upper one exclusive. */
function* hitsInBounds(
  server: ServerState,
  collection: CollectionInfo,
  { query, min, max }: FindOptions,
): Stream<Hit> {
  const { skip = 0, limit = Infinity, ...unlimited } = query;
  const directions = isPlainObject(query.hint)
    ? query.hint
    : collection.indexes.find(({ name }) => name === query.hint)?.key;
  let skipped = 0;
  let found = 0;
  for (const hit of server.engine.find(collection, unlimited)) {
    if (hit === PAUSE) {
      yield PAUSE;
      continue;
    }
    if (min && compareKey(hit.doc, min, directions) < 0) continue;
    if (max && compareKey(hit.doc, max, directions) >= 0) continue;
    if (skipped++ < skip) continue;
    yield hit;
    if (++found >= limit) return;
  }
}

function compareKey(doc: Doc, bound: Doc, directions: Doc | undefined): number {
  for (const field of Object.keys(bound)) {
    const order = compare(getPath(doc, field) ?? null, bound[field]);
    if (order !== 0) return toNumber(directions?.[field]) < 0 ? -order : order;
  }
  return 0;
}

/** Over a view a find is an aggregation, except for its projection, which has a syntax of its own. */
function* findInView(
  request: CommandRequest,
  server: ServerState,
  name: string,
  { query, projection }: FindOptions,
): Stream<Buffer> {
  const { filter, sort, skip, limit, collation, hint, variables } = query;
  const pipeline: Doc[] = [
    { $match: filter },
    ...(sort ? [{ $sort: sort }] : []),
    ...(skip ? [{ $skip: skip }] : []),
    ...(limit ? [{ $limit: limit }] : []),
  ];
  const prepared = preparePipeline(server, {
    db: request.db,
    name,
    pipeline,
    collation,
    hint: hint as string | Doc | undefined,
    variables,
  });
  const project = compileProjection(projection, prepared.environment.match, filter);
  for (const doc of pipelineResults(server, prepared)) {
    yield doc === PAUSE ? PAUSE : encode(project ? project(doc) : doc);
  }
}

/** `find`. */
export const findCommands: readonly Command[] = [{ name: 'find', fields: FIND_FIELDS, run: find }];
