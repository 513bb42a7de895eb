import type { Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { MAX_WRITE_BATCH } from '../limits';
import { collectionName, writableCollection } from './namespace';
import { bypassesValidation, isOrdered } from './statement-arguments';
import { runStatements } from './write-batch';
import { wantsJournal } from './write-concern';
import { checkBatchLength, insertStatement, type NewDocument } from './write-statements';

async function insert(request: CommandRequest, server: ServerState): Promise<Doc> {
  const name = collectionName(request);
  writableCollection(server, request.db, name);
  const documents: readonly NewDocument[] =
    request.sequences.get('documents') ??
    new Arguments('insert', request.body).requiredDocuments('documents');
  checkBatchLength(documents.length, MAX_WRITE_BATCH);
  const bypassValidation = bypassesValidation(request);
  const target = { request, server, db: request.db, name, bypassValidation };
  let inserted = 0;
  const statements = documents.map((document) =>
    insertStatement(target, document, () => inserted++),
  );
  const writeErrors = await runStatements(statements, {
    engine: server.engine,
    ordered: isOrdered(request),
    sync: wantsJournal(request.body),
    budget: request.budget,
  });
  return { n: inserted, ...(writeErrors.length > 0 ? { writeErrors } : {}), ok: 1 };
}

/** `insert`: one document or a batch. */
export const insertCommands: readonly Command[] = [
  {
    name: 'insert',
    fields: ['documents', 'ordered', 'bypassDocumentValidation', 'bypassEmptyTsReplacement'],
    run: insert,
  },
];
