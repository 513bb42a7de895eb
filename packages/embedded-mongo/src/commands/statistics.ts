import { CommandError } from '../errors';
import type { CollectionInfo } from '../engine';
import { drive } from '../stream';
import { getOwn, type Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { collectionName, splitNamespace, writableCollection } from './namespace';

/** The figures of a collection that collStats and $collStats have in common. */
export function storageFigures(collection: CollectionInfo | undefined): Doc {
  const count = collection?.count ?? 0;
  const bytes = collection?.bytes ?? 0;
  const capped = getOwn(collection?.options ?? {}, 'capped') === true;
  return {
    size: bytes,
    count,
    ...(count > 0 ? { avgObjSize: Math.round(bytes / count) } : {}),
    numOrphanDocs: 0,
    storageSize: bytes,
    totalIndexSize: 0,
    totalSize: bytes,
    indexSizes: Object.fromEntries((collection?.indexes ?? []).map(({ name }) => [name, 0])),
    nindexes: collection?.indexes.length ?? 0,
    capped,
    ...(capped
      ? {
          max: getOwn(collection?.options ?? {}, 'max') ?? 0,
          maxSize: getOwn(collection?.options ?? {}, 'size'),
        }
      : {}),
    scaleFactor: 1,
  };
}

function collStats(request: CommandRequest, server: ServerState): Doc {
  const name = collectionName(request);
  const collection = writableCollection(server, request.db, name);
  return { ns: `${request.db}.${name}`, ...storageFigures(collection), ok: 1 };
}

function dbStats(request: CommandRequest, server: ServerState): Doc {
  const all = server.engine.catalog.list(request.db);
  const collections = all.filter(({ type }) => type !== 'view');
  const objects = collections.reduce((sum, { count }) => sum + count, 0);
  const dataSize = collections.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    db: request.db,
    collections: collections.length,
    views: all.length - collections.length,
    objects,
    avgObjSize: objects > 0 ? dataSize / objects : 0,
    dataSize,
    storageSize: dataSize,
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
    indexSize: 0,
    totalSize: dataSize,
    scaleFactor: 1,
    fsUsedSize: server.engine.store.sizeOnDisk(),
    ok: 1,
  };
}

function dataSize(request: CommandRequest, server: ServerState): Doc {
  const namespace = new Arguments('dataSize', request.body).requiredString(request.name);
  const { db, name } = splitNamespace(namespace);
  const collection = server.engine.catalog.get(db, name);
  return {
    size: collection?.bytes ?? 0,
    numObjects: collection?.count ?? 0,
    millis: 0,
    estimate: true,
    ok: 1,
  };
}

async function validate(request: CommandRequest, server: ServerState): Promise<Doc> {
  const name = collectionName(request);
  const collection = writableCollection(server, request.db, name);
  if (!collection) {
    throw new CommandError(
      26,
      'NamespaceNotFound',
      `Collection '${request.db}.${name}' does not exist to validate.`,
    );
  }
  const report = await drive(server.engine.verify(collection), request.budget);
  return {
    ns: collection.ns,
    nInvalidDocuments: 0,
    nrecords: report.documents,
    nIndexes: collection.indexes.length,
    keysPerIndex: { ...report.keysPerIndex },
    valid: report.valid,
    warnings: [],
    errors: [...report.errors],
    ok: 1,
  };
}

/** Sizes, counts and the check that indexes agree with documents. */
export const statisticsCommands: readonly Command[] = [
  { name: 'collStats', aliases: ['collstats'], run: collStats },
  { name: 'dbStats', aliases: ['dbstats'], run: dbStats },
  { name: 'dataSize', aliases: ['datasize'], run: dataSize },
  { name: 'validate', run: validate },
];
