import { CommandError } from '../errors';
import type { CursorReply } from '../cursors';
import type { CollectionInfo, IndexInfo } from '../engine';
import {
  describe as render,
  equals,
  getOwn,
  isPlainObject,
  type BsonValue,
  type Doc,
} from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { TIMESERIES_TTL_INDEX } from './create';
import { listReply } from './list-reply';
import { collectionName, writableCollection } from './namespace';
import { wantsJournal } from './write-concern';

async function createIndexes(request: CommandRequest, server: ServerState): Promise<Doc> {
  const { engine } = server;
  const name = collectionName(request);
  const specs = new Arguments('createIndexes', request.body).requiredDocuments('indexes');
  if (specs.length === 0) {
    throw new CommandError(2, 'BadValue', 'Must specify at least one index to create');
  }
  const existing = writableCollection(server, request.db, name);
  const collection =
    existing ??
    (await engine.write(() => engine.catalog.ensure(request.db, name), {
      sync: wantsJournal(request.body),
    }));
  const before = visibleIndexes(collection).length;
  for (const spec of specs) {
    await engine.createIndex(collection, { ...spec }, request.budget);
  }
  const after = visibleIndexes(engine.catalog.get(request.db, name) ?? collection).length;
  return {
    numIndexesBefore: before,
    numIndexesAfter: after,
    createdCollectionAutomatically: !existing,
    ...(before === after ? { note: 'all indexes already exist' } : {}),
    ok: 1,
  };
}

function visibleIndexes(collection: CollectionInfo): IndexInfo[] {
  return collection.indexes.filter(({ name }) => name !== TIMESERIES_TTL_INDEX);
}

function listIndexes(request: CommandRequest, server: ServerState): Promise<CursorReply> {
  const name = collectionName(request);
  const collection = writableCollection(server, request.db, name);
  if (!collection) {
    throw new CommandError(26, 'NamespaceNotFound', `ns does not exist: ${request.db}.${name}`);
  }
  return listReply(
    request,
    server,
    collection.ns,
    visibleIndexes(collection).map((index) => shownSpec(collection, index)),
  );
}

/** The index over `_id` of a clustered collection is shown as what the client asked for. */
function shownSpec({ options }: CollectionInfo, { name, spec }: IndexInfo): Doc {
  const clustered = options['clusteredIndex'];
  return name === '_id_' && isPlainObject(clustered) ? { ...clustered, clustered: true } : spec;
}

async function dropIndexes(request: CommandRequest, server: ServerState): Promise<Doc> {
  const { engine } = server;
  const name = collectionName(request);
  const collection = writableCollection(server, request.db, name);
  if (!collection) {
    throw new CommandError(26, 'NamespaceNotFound', `ns not found ${request.db}.${name}`);
  }
  const nIndexesWas = collection.indexes.length;
  const doomed = chosenIndexes(collection, getOwn(request.body, 'index'));
  await engine.write(
    () => {
      for (const index of doomed) engine.catalog.dropIndex(collection, index);
    },
    { sync: wantsJournal(request.body) },
  );
  return {
    nIndexesWas,
    ...(request.body['index'] === '*' ? { msg: 'non-_id indexes dropped for collection' } : {}),
    ok: 1,
  };
}

function chosenIndexes(collection: CollectionInfo, choice: BsonValue): IndexInfo[] {
  if (choice === '*') return visibleIndexes(collection).filter(({ name }) => name !== '_id_');
  const chosen = (Array.isArray(choice) ? choice : [choice]).map((one) => {
    const index =
      Array.isArray(choice) && typeof one !== 'string' ? undefined : find(collection, one);
    if (!index) throw indexNotFound(one);
    if (index.name === '_id_') {
      throw new CommandError(72, 'InvalidOptions', 'cannot drop _id index');
    }
    return index;
  });
  return [...new Set(chosen)];
}

function find(collection: CollectionInfo, choice: BsonValue): IndexInfo | undefined {
  if (typeof choice === 'string') return collection.indexes.find(({ name }) => name === choice);
  if (isPlainObject(choice)) return collection.indexes.find(({ key }) => equals(key, choice));
  throw new CommandError(
    14,
    'TypeMismatch',
    "BSON field 'dropIndexes.index' is the wrong type, expected types '[string, array, object]'",
  );
}

function indexNotFound(choice: BsonValue): CommandError {
  const message =
    typeof choice === 'string'
      ? `index not found with name [${choice}]`
      : `can't find index with key: ${render(choice)}`;
  return new CommandError(27, 'IndexNotFound', message);
}

/** Commands about indexes. */
export const indexCommands: readonly Command[] = [
  { name: 'createIndexes', fields: ['indexes', 'commitQuorum', 'v'], run: createIndexes },
  {
    name: 'listIndexes',
    fields: ['cursor', 'includeBuildUUIDs', 'includeIndexBuildInfo'],
    run: listIndexes,
  },
  { name: 'dropIndexes', aliases: ['deleteIndexes'], fields: ['index'], run: dropIndexes },
];
