import { CommandError } from '../errors';
import type { CollectionInfo } from '../engine';
import type { CursorReply } from '../cursors';
import { compileFilter } from '../match';
import type { Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { listReply } from './list-reply';
import { collectionName, splitNamespace } from './namespace';
import { wantsJournal } from './write-concern';

function describeCollection(collection: CollectionInfo): Doc {
  const { name, type, options, uuid } = collection;
  if (type === 'view') return { name, type, options, info: { readOnly: true } };
  return {
    name,
    type,
    options,
    info: { readOnly: false, uuid },
    ...(type === 'collection' ? { idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } } : {}),
  };
}

function listCollections(request: CommandRequest, server: ServerState): Promise<CursorReply> {
  const options = new Arguments('listCollections', request.body);
  const matches = compileFilter(options.document('filter'));
  const collections = server.engine.catalog
    .list(request.db)
    .map(describeCollection)
    .filter((description) => matches(description));
  const listed = options.boolean('nameOnly')
    ? collections.map(({ name, type }): Doc => ({ name, type }))
    : collections;
  return listReply(request, server, `${request.db}.$cmd.listCollections`, listed);
}

async function drop(request: CommandRequest, server: ServerState): Promise<Doc> {
  const { engine, cursors } = server;
  const collection = engine.catalog.get(request.db, collectionName(request));
  if (!collection) return { ok: 1 };
  const nIndexesWas = collection.indexes.length;
  await engine.write(() => engine.catalog.drop(collection), { sync: wantsJournal(request.body) });
  cursors.killNamespace(collection.ns);
  return { ...(collection.type === 'view' ? {} : { nIndexesWas }), ns: collection.ns, ok: 1 };
}

async function renameCollection(request: CommandRequest, server: ServerState): Promise<Doc> {
  const { catalog } = server.engine;
  const options = new Arguments('renameCollection', request.body);
  const from = options.requiredString('renameCollection');
  const to = options.requiredString('to');
  const source = splitNamespace(from);
  const destination = splitNamespace(to);
  const collection = catalog.get(source.db, source.name);
  if (!collection) {
    throw new CommandError(26, 'NamespaceNotFound', `Source collection ${from} does not exist`);
  }
  if (collection.type === 'view') {
    throw new CommandError(166, 'CommandNotSupportedOnView', `cannot rename view: ${from}`);
  }
  if (from === to) {
    throw new CommandError(20, 'IllegalOperation', "Can't rename a collection to itself");
  }
  const target = catalog.get(destination.db, destination.name);
  if (target && !options.boolean('dropTarget')) {
    throw new CommandError(48, 'NamespaceExists', 'target namespace exists');
  }
  await server.engine.write(
    () => {
      if (target) catalog.drop(target);
      catalog.rename(collection, destination.db, destination.name);
    },
    { sync: wantsJournal(request.body) },
  );
  server.cursors.killNamespace(from);
  server.cursors.killNamespace(to);
  return { ok: 1 };
}

/** Commands about whole collections. */
export const collectionCommands: readonly Command[] = [
  {
    name: 'listCollections',
    fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor', 'includePendingDrops'],
    run: listCollections,
  },
  { name: 'drop', run: drop },
  { name: 'renameCollection', adminOnly: true, run: renameCollection },
];
