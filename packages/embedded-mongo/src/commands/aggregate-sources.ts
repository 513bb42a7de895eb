import { CommandError } from '../errors';
import { getOwn, isPlainObject, type Doc } from '../values';
import type { ServerState } from './command';
import { storageFigures } from './statistics';
import type { PipelineRequest } from './pipeline';

/** First stages that Atlas alone knows. */
const SEARCH_STAGES = ['$search', '$searchMeta', '$vectorSearch', '$listSearchIndexes'];

/**
 * The documents of a first stage that tells about the server instead of reading a collection;
 * undefined when the pipeline starts with an ordinary stage.
 */
export function specialSource(server: ServerState, request: PipelineRequest): Doc[] | undefined {
  const first: unknown = request.pipeline[0];
  const stage = isPlainObject(first) ? (Object.keys(first)[0] ?? '') : '';
  if (SEARCH_STAGES.includes(stage)) throw searchNotEnabled();
  switch (stage) {
    case '$changeStream':
      throw new CommandError(
        40573,
        'Location40573',
        'The $changeStream stage is only supported on replica sets',
      );
    case '$indexStats':
      return indexStatistics(server, request);
    case '$collStats':
      return [collectionStatistics(server, request)];
    case '$listLocalSessions':
      return askingSession(request);
    case '$currentOp':
      return [askingOperation(server, request)];
    case '$listSessions':
      return [];
    default:
      return undefined;
  }
}

/** Sessions are not kept here: the only one that is known is the one that asks. */
function askingSession({ command }: PipelineRequest): Doc[] {
  const session = getOwn(command ?? {}, 'lsid');
  return isPlainObject(session) ? [{ _id: session, lastUse: new Date() }] : [];
}

/** Operations are not kept either: the only one that is surely running is the one that asks. */
function askingOperation(server: ServerState, { db, name, command = {} }: PipelineRequest): Doc {
  return {
    type: 'op',
    host: server.address(),
    active: true,
    currentOpTime: new Date().toISOString(),
    op: 'command',
    ns: `${db}.${name ?? '$cmd.aggregate'}`,
    command,
  };
}

function searchNotEnabled(): CommandError {
  return new CommandError(
    31082,
    'SearchNotEnabled',
    'Using $search and $vectorSearch aggregation stages requires additional configuration. Please connect to Atlas or an AtlasCLI local deployment to enable.',
  );
}

function indexStatistics(server: ServerState, { db, name = '' }: PipelineRequest): Doc[] {
  const collection = server.engine.catalog.get(db, name);
  return (collection?.indexes ?? []).map((index) => ({
    name: index.name,
    key: index.key,
    host: server.address(),
    accesses: { ops: 0, since: server.startedAt },
    spec: index.spec,
  }));
}

function collectionStatistics(server: ServerState, request: PipelineRequest): Doc {
  const { db, name = '' } = request;
  const collection = server.engine.catalog.get(db, name);
  if (!collection) {
    throw new CommandError(26, 'NamespaceNotFound', `Collection [${db}.${name}] not found.`);
  }
  const wanted = getOwn(request.pipeline[0] ?? {}, '$collStats');
  const wants = (part: string): boolean => isPlainObject(wanted) && Object.hasOwn(wanted, part);
  return {
    ns: `${db}.${name}`,
    host: server.address(),
    localTime: new Date(),
    ...(wants('storageStats') ? { storageStats: storageFigures(collection) } : {}),
    ...(wants('count') ? { count: collection.count } : {}),
    ...(wants('latencyStats') ? { latencyStats: {} } : {}),
  };
}
