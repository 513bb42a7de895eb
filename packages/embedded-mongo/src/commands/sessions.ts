import { randomBytes } from 'node:crypto';
import { Binary, isPlainObject, type Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { sessionKey } from './session-key';
import { transactionsRefused } from './transactions';

function refuse(): never {
  throw transactionsRefused();
}

/** A session is nothing to this server but the owner of cursors, which end with it. */
function endSessions(request: CommandRequest, server: ServerState): Doc {
  const sessions = new Arguments(request.name, request.body).array(request.name) ?? [];
  for (const session of sessions) {
    const key = isPlainObject(session) ? sessionKey(session) : undefined;
    if (key !== undefined) server.cursors.killSession(key);
  }
  return { ok: 1 };
}

/** Sessions are accepted; transactions are refused as a standalone refuses them. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'startSession',
    run: () => ({
      id: { id: new Binary(randomBytes(16), Binary.SUBTYPE_UUID) },
      timeoutMinutes: 30,
      ok: 1,
    }),
  },
  { name: 'endSessions', run: endSessions },
  { name: 'killSessions', run: endSessions },
  { name: 'refreshSessions', run: () => ({ ok: 1 }) },
  { name: 'killAllSessions', run: () => ({ ok: 1 }) },
  { name: 'commitTransaction', run: refuse },
  { name: 'abortTransaction', run: refuse },
];
