import { validatePipeline } from '../aggregate';
import { CommandError } from '../errors';
import type { CollectionInfo, IndexInfo } from '../engine';
import { compileFilter } from '../match';
import { describe as render, equals, getOwn, type Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { collectionName } from './namespace';
import { wantsJournal } from './write-concern';

const CHANGEABLE_OPTIONS = [
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'expireAfterSeconds',
  'timeseries',
  'changeStreamPreAndPostImages',
  'cappedSize',
  'cappedMax',
] as const;

/** Options of an index that can be changed after it was made. */
const CHANGEABLE_INDEX_OPTIONS = [
  'expireAfterSeconds',
  'hidden',
  'unique',
  'prepareUnique',
] as const;

async function collMod(request: CommandRequest, server: ServerState): Promise<Doc> {
  const { engine } = server;
  const name = collectionName(request);
  const collection = engine.catalog.get(request.db, name);
  if (!collection)
    throw new CommandError(26, 'NamespaceNotFound', `ns does not exist: ${request.db}.${name}`);
  const options = new Arguments('collMod', request.body);
  const changes = optionChanges(options, server, collection);
  const indexSpec = options.document('index');
  const reply: Doc = {};
  await engine.write(
    () => {
      if (Object.keys(changes).length > 0) {
        engine.catalog.setOptions(collection, { ...collection.options, ...changes });
      }
      if (indexSpec) Object.assign(reply, changeIndex(server, collection, indexSpec));
    },
    { sync: wantsJournal(request.body) },
  );
  return { ...reply, ok: 1 };
}

function optionChanges(options: Arguments, server: ServerState, collection: CollectionInfo): Doc {
  const validator = options.document('validator');
  if (validator) compileFilter(validator, server.engine.matchOptions(collection));
  if (options.has('pipeline')) validatePipeline(options.requiredArray('pipeline'));
  if (collection.type !== 'view' && (options.has('viewOn') || options.has('pipeline'))) {
    throw new CommandError(
      72,
      'InvalidOptions',
      'cannot modify view options on a non-view collection',
    );
  }
  const changes: Doc = {};
  for (const name of CHANGEABLE_OPTIONS) {
    if (!options.has(name)) continue;
    const option = name === 'cappedSize' ? 'size' : name === 'cappedMax' ? 'max' : name;
    changes[option] = options.value(name);
  }
  return changes;
}

function changeIndex(server: ServerState, collection: CollectionInfo, spec: Doc): Doc {
  const options = new Arguments('collMod.index', spec);
  const index = findIndex(collection, options);
  const changes: Doc = {};
  const reply: Doc = {};
  for (const name of CHANGEABLE_INDEX_OPTIONS) {
    if (!options.has(name)) continue;
    const value = options.value(name);
    const before = getOwn(index.spec, name);
    if (equals(before, value)) continue;
    changes[name] = value;
    if (before !== undefined) reply[`${name}_old`] = before;
    reply[`${name}_new`] = value;
  }
  if (Object.keys(changes).length > 0) {
    server.engine.catalog.setIndexOptions(collection, index, changes);
  }
  return reply;
}

function findIndex(collection: CollectionInfo, options: Arguments): IndexInfo {
  const name = options.string('name');
  const keyPattern = options.document('keyPattern');
  if ((name === undefined) === (keyPattern === undefined)) {
    throw new CommandError(
      72,
      'InvalidOptions',
      'either keyPattern or name must be specified, and not both',
    );
  }
  const index = collection.indexes.find((candidate) =>
    keyPattern ? equals(candidate.key, keyPattern) : candidate.name === name,
  );
  if (index) return index;
  throw new CommandError(
    27,
    'IndexNotFound',
    `cannot find index ${name ?? render(keyPattern)} for ns ${collection.ns}`,
  );
}

/** `collMod`: changes the options of a collection, a view or one index. */
export const collModCommands: readonly Command[] = [
  { name: 'collMod', fields: [...CHANGEABLE_OPTIONS, 'index', 'dryRun'], run: collMod },
];
