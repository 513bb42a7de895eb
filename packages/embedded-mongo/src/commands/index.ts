import { aggregateCommands } from './aggregate';
import { bulkWriteCommands } from './bulk-write';
import { collModCommands } from './coll-mod';
import { collectionCommands } from './collections';
import type { Command } from './command';
import { CommandRegistry } from './command-registry';
import { countAndDistinctCommands } from './count-and-distinct';
import { createCommands } from './create';
import { cursorCommands } from './cursor-commands';
import { databaseCommands } from './databases';
import { deleteCommands } from './delete';
import { diagnosticCommands } from './diagnostics';
import { explainCommands } from './explain';
import { findAndModifyCommands } from './find-and-modify';
import { findCommands } from './find';
import { handshakeCommands } from './handshake';
import { indexCommands } from './indexes';
import { insertCommands } from './insert';
import { sessionCommands } from './sessions';
import { statisticsCommands } from './statistics';
import { updateCommands } from './update';

export { dropTemporaryCollections } from './aggregate-output';
export type {
  ClientConnection,
  Command,
  CommandReply,
  CommandRequest,
  IncomingCommand,
  ServerState,
} from './command';
export { CommandRegistry } from './command-registry';
export { CommandRunner } from './command-runner';

/** Every command of the server; a new one is one file and one line here. */
export const COMMANDS: readonly Command[] = [
  handshakeCommands,
  diagnosticCommands,
  sessionCommands,
  databaseCommands,
  collectionCommands,
  createCommands,
  collModCommands,
  indexCommands,
  statisticsCommands,
  insertCommands,
  updateCommands,
  deleteCommands,
  findAndModifyCommands,
  bulkWriteCommands,
  findCommands,
  cursorCommands,
  countAndDistinctCommands,
  aggregateCommands,
  explainCommands,
].flat();

/** All commands by name; throws when two have the same. */
export function commandRegistry(): CommandRegistry {
  return new CommandRegistry(COMMANDS);
}
