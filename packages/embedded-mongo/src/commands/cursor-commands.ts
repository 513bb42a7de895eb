import { typeMismatch } from '../errors';
import type { CursorReply } from '../cursors';
import { getOwn, isNumber, Long, toNumber, type BsonValue, type Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { checkedName } from './namespace';

function getMore(request: CommandRequest, server: ServerState): Promise<CursorReply> {
  const options = new Arguments('getMore', request.body);
  const collection = options.requiredString('collection');
  return server.cursors.getMore(
    cursorId(options.value('getMore')),
    `${request.db}.${checkedName(request.db, collection)}`,
    options.count('batchSize'),
    (budget) => {
      request.connection.current = budget;
    },
    request.maxTimeMs,
  );
}

function killCursors(request: CommandRequest, server: ServerState): Doc {
  checkedName(request.db, getOwn(request.body, 'killCursors'));
  const cursorsKilled: Long[] = [];
  const cursorsNotFound: Long[] = [];
  for (const value of new Arguments('killCursors', request.body).requiredArray('cursors')) {
    const id = cursorId(value);
    (server.cursors.kill(id) ? cursorsKilled : cursorsNotFound).push(Long.fromBigInt(id));
  }
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}

function cursorId(value: BsonValue): bigint {
  if (value instanceof Long) return value.toBigInt();
  if (isNumber(value) && Number.isInteger(toNumber(value))) return BigInt(toNumber(value));
  throw typeMismatch("BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
}

/** Commands that go on with a cursor, or end it. */
export const cursorCommands: readonly Command[] = [
  {
    name: 'getMore',
    fields: ['collection', 'batchSize', 'term', 'lastKnownCommittedOpTime'],
    run: getMore,
  },
  { name: 'killCursors', fields: ['cursors'], run: killCursors },
];
