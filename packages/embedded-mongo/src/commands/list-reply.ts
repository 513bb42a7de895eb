import type { CursorReply } from '../cursors';
import { encode, getOwn, toNumber, type Doc } from '../values';
import { Arguments } from './arguments';
import type { CommandRequest, ServerState } from './command';

/** The `cursor.batchSize` of a command, checked; undefined when it leaves that to the server. */
export function cursorBatchSize(request: CommandRequest): number | undefined {
  const cursor = new Arguments(request.name, request.body).document('cursor');
  return cursor && new Arguments('cursor', cursor).count('batchSize');
}

/** Answers with a list that is in memory already, in batches like any cursor. */
export function listReply(
  request: CommandRequest,
  server: ServerState,
  namespace: string,
  documents: readonly Doc[],
): Promise<CursorReply> {
  return server.cursors.open(
    {
      namespace,
      documents: documents.map((document) => encode(document)),
      batchSize: cursorBatchSize(request),
      // The list's end is known, so a batch that holds all of it leaves no cursor behind.
      limit: documents.length || undefined,
      session: request.session,
    },
    request.budget,
  );
}

/** A sum of a numeric field over documents. */
export function total(documents: readonly Doc[], field: string): number {
  return documents.reduce((sum, document) => sum + (toNumber(getOwn(document, field)) || 0), 0);
}
