import { compileFilter } from '../match';
import { toNumber, type Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { total } from './list-reply';
import { wantsJournal } from './write-concern';

function listDatabases(request: CommandRequest, server: ServerState): Doc {
  const options = new Arguments('listDatabases', request.body);
  const { catalog } = server.engine;
  const matches = compileFilter(options.document('filter'));
  const databases = catalog
    .databases()
    .sort()
    .map((name): Doc => {
      const sizeOnDisk = catalog.list(name).reduce((sum, { bytes }) => sum + bytes, 0);
      return { name, sizeOnDisk: Math.max(sizeOnDisk, 4096), empty: false };
    })
    .filter((database) => matches(database));
  if (options.boolean('nameOnly')) {
    return { databases: databases.map(({ name }) => ({ name })), ok: 1 };
  }
  const totalSize = total(databases, 'sizeOnDisk');
  return { databases, totalSize, totalSizeMb: Math.floor(toNumber(totalSize) / 1048576), ok: 1 };
}

async function dropDatabase(request: CommandRequest, server: ServerState): Promise<Doc> {
  const { engine, cursors } = server;
  const collections = engine.catalog.list(request.db);
  await engine.write(
    () => {
      for (const collection of collections) engine.catalog.drop(collection);
    },
    { sync: wantsJournal(request.body) },
  );
  for (const { ns } of collections) cursors.killNamespace(ns);
  return collections.length > 0 ? { dropped: request.db, ok: 1 } : { ok: 1 };
}

/** Commands about whole databases; a database is there as long as it has a collection. */
export const databaseCommands: readonly Command[] = [
  {
    name: 'listDatabases',
    adminOnly: true,
    fields: ['filter', 'nameOnly', 'authorizedDatabases'],
    run: listDatabases,
  },
  { name: 'dropDatabase', run: dropDatabase },
];
