import type { Doc } from '../values';
import type { Command, CommandRequest } from './command';
import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES, MAX_WRITE_BATCH } from '../limits';

/** The wire version of MongoDB 8.0. */
const MAX_WIRE_VERSION = 25;

function describeServer(request: CommandRequest): Doc {
  return {
    helloOk: true,
    ...(request.name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: MAX_WRITE_BATCH,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: request.connection.id,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    ok: 1,
  };
}

/** The first words between a driver and the server: a standalone without compression. */
export const handshakeCommands: readonly Command[] = [
  { name: 'hello', run: describeServer },
  { name: 'isMaster', aliases: ['ismaster'], run: describeServer },
  { name: 'ping', run: () => ({ ok: 1 }) },
];
