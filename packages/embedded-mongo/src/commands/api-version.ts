import { CommandError } from '../errors';
import { isPlainObject } from '../values';
import type { Arguments } from './arguments';
import type { Command } from './command';

/** The commands of version 1 of the stable API, as far as this server has them. */
const VERSION_1_COMMANDS: ReadonlySet<string> = new Set([
  'abortTransaction',
  'aggregate',
  'authenticate',
  'bulkWrite',
  'collMod',
  'commitTransaction',
  'count',
  'create',
  'createIndexes',
  'delete',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'endSessions',
  'explain',
  'find',
  'findAndModify',
  'getMore',
  'hello',
  'insert',
  'killCursors',
  'listCollections',
  'listDatabases',
  'listIndexes',
  'ping',
  'refreshSessions',
  'update',
]);

/** Stages that look into the server; none of them is in version 1. */
const STAGES_OUTSIDE_VERSION_1: ReadonlySet<string> = new Set([
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$planCacheStats',
  '$search',
]);

/** Throws unless the declaration of an API version, if there is one, is one the server can keep. */
export function checkApiVersion(command: Command, options: Arguments): void {
  const version = options.string('apiVersion');
  const isStrict = options.boolean('apiStrict');
  if (version === undefined) {
    if (!options.has('apiStrict') && !options.has('apiDeprecationErrors')) return;
    throw new CommandError(
      4886600,
      'Location4886600',
      'Provided apiStrict and/or apiDeprecationErrors without passing apiVersion',
    );
  }
  if (version !== '1') {
    throw new CommandError(322, 'APIVersionError', 'API version must be "1"');
  }
  if (!isStrict) return;
  if (!VERSION_1_COMMANDS.has(command.name)) {
    throw strictError(
      `Provided apiStrict:true, but the command ${command.name} is not in API Version 1. ` +
        'Information on supported commands and migrations in API Version 1 can be found at ' +
        'https://dochub.mongodb.org/core/manual-versioned-api',
    );
  }
  const stage = stageOutside(options);
  if (stage !== undefined) {
    throw strictError(`stage ${stage} is not allowed with 'apiStrict: true' in API Version 1`);
  }
}

function stageOutside(options: Arguments): string | undefined {
  const pipeline = options.value('pipeline');
  if (!Array.isArray(pipeline)) return undefined;
  return pipeline
    .flatMap((stage) => (isPlainObject(stage) ? Object.keys(stage) : []))
    .find((name) => STAGES_OUTSIDE_VERSION_1.has(name));
}

function strictError(message: string): CommandError {
  return new CommandError(323, 'APIStrictError', message);
}
