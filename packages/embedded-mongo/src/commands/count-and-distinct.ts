import { CommandError } from '../errors';
import type { FindQuery } from '../engine';
import { compileFilter, splitPath, walkPath } from '../match';
import { drive, PAUSE, type Pause, type Stream } from '../stream';
import {
  decodeRoots,
  encode,
  foldFor,
  hashKey,
  type BsonValue,
  type Collation,
  type Doc,
} from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { MAX_DOCUMENT_BYTES } from '../limits';
import { collectionName } from './namespace';
import { pipelineResults, preparePipeline } from './pipeline';

async function count(request: CommandRequest, server: ServerState): Promise<Doc> {
  const name = collectionName(request);
  const query = readCount(new Arguments('count', request.body), request);
  const collection = server.engine.catalog.get(request.db, name);
  if (!collection) {
    compileFilter(query.filter, server.engine.matchOptions());
    return { n: 0, ok: 1 };
  }
  if (collection.type === 'view')
    return { n: await countView(request, server, name, query), ok: 1 };
  return { n: await drive(server.engine.count(collection, query), request.budget), ok: 1 };
}

/** Reads a count command, or the one inside of an explain. */
export function readCount(options: Arguments, request: CommandRequest): FindQuery {
  return {
    filter: options.document('query') ?? {},
    skip: options.count('skip'),
    limit: Math.abs(options.integer('limit') ?? 0) || undefined,
    collation: options.collation(),
    hint: options.hint(),
    variables: request.variables,
  };
}

async function countView(
  request: CommandRequest,
  server: ServerState,
  name: string,
  { filter, skip, limit, collation }: FindQuery,
): Promise<number> {
  const prepared = preparePipeline(server, {
    db: request.db,
    name,
    pipeline: [
      { $match: filter },
      ...(skip ? [{ $skip: skip }] : []),
      ...(limit ? [{ $limit: limit }] : []),
    ],
    collation,
    hint: undefined,
    variables: request.variables,
  });
  return drive(lengthOf(pipelineResults(server, prepared)), request.budget);
}

function* lengthOf(stream: Stream<Doc>): Generator<Pause, number> {
  let length = 0;
  for (const item of stream) {
    if (item === PAUSE) yield PAUSE;
    else length++;
  }
  return length;
}

async function distinct(request: CommandRequest, server: ServerState): Promise<Doc> {
  const name = collectionName(request);
  const options = new Arguments('distinct', request.body);
  const key = options.requiredString('key');
  if (key.includes('\0'))
    throw new CommandError(31032, 'Location31032', 'Key field cannot contain null');
  const query = readDistinct(options, request);
  const documents = distinctSource(request, server, name, key, query);
  const values = await drive(distinctValues(documents, key, query.collation), request.budget);
  return { values, ok: 1 };
}

/** Reads a distinct command, or the one inside of an explain. */
export function readDistinct(options: Arguments, request: CommandRequest): FindQuery {
  return {
    filter: options.document('query') ?? {},
    collation: options.collation(),
    hint: options.hint(),
    variables: request.variables,
  };
}

function distinctSource(
  request: CommandRequest,
  server: ServerState,
  name: string,
  key: string,
  query: FindQuery,
): Stream<Doc> {
  const { engine } = server;
  const collection = engine.catalog.get(request.db, name);
  if (!collection) {
    compileFilter(query.filter, engine.matchOptions());
    return [];
  }
  if (collection.type === 'view') {
    const prepared = preparePipeline(server, {
      db: request.db,
      name,
      pipeline: [{ $match: query.filter }],
      collation: query.collation,
      hint: undefined,
      variables: request.variables,
    });
    return pipelineResults(server, prepared);
  }
  const roots = new Set([splitPath(key)[0] ?? key]);
  return (function* () {
    for (const hit of engine.find(collection, query)) {
      yield hit === PAUSE ? PAUSE : decodeRoots(hit.raw, roots);
    }
  })();
}

function* distinctValues(
  documents: Stream<Doc>,
  key: string,
  collation: Collation | undefined,
): Generator<Pause, BsonValue[]> {
  const path = splitPath(key);
  const fold = foldFor(collation);
  const seen = new Set<string>();
  const values: BsonValue[] = [];
  let bytes = 0;
  const add = (value: BsonValue): void => {
    if (value === undefined) return;
    const folded = fold && typeof value === 'string' ? fold(value) : value;
    const hash = hashKey(folded);
    if (seen.has(hash)) return;
    seen.add(hash);
    values.push(value);
    bytes += hash.length;
    if (bytes > MAX_DOCUMENT_BYTES && encode({ values }).length > MAX_DOCUMENT_BYTES) {
      throw new CommandError(17217, 'Location17217', 'distinct too big, 16mb cap');
    }
  };
  for (const doc of documents) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    walkPath(doc, path, 'whole', (value) => {
      if (Array.isArray(value)) value.forEach(add);
      else add(value);
      return false;
    });
  }
  return values;
}

/** `count` and `distinct`. */
export const countAndDistinctCommands: readonly Command[] = [
  {
    name: 'count',
    fields: [
      'query',
      'limit',
      'skip',
      'hint',
      'collation',
      'fields',
      'allowImplicitCollectionCreation',
    ],
    run: count,
  },
  { name: 'distinct', fields: ['key', 'query', 'collation', 'hint'], run: distinct },
];
