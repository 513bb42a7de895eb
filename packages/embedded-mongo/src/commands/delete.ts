import { failedToParse } from '../errors';
import type { Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { MAX_WRITE_BATCH } from '../limits';
import { collectionName, writableCollection } from './namespace';
import { deleteQueryOf, isOrdered, refuseUnknownFields, statementsOf } from './statement-arguments';
import { runStatements, type Statement } from './write-batch';
import { wantsJournal } from './write-concern';
import { checkBatchLength, deleteStatement } from './write-statements';

const STATEMENT_FIELDS = ['q', 'limit', 'collation', 'hint', 'sampleId'];

async function deleteDocuments(request: CommandRequest, server: ServerState): Promise<Doc> {
  const name = collectionName(request);
  writableCollection(server, request.db, name);
  const documents = statementsOf(request, 'deletes');
  checkBatchLength(documents.length, MAX_WRITE_BATCH);
  const target = { request, server, db: request.db, name, bypassValidation: false };
  let removed = 0;
  const statements = documents.map((document): Statement => {
    refuseUnknownFields('delete.deletes', document, STATEMENT_FIELDS);
    const statement = new Arguments('delete.deletes', document);
    const limit = statement.integer('limit') ?? 0;
    if (limit !== 0 && limit !== 1) {
      throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
    }
    const query = deleteQueryOf(statement, 'q', request);
    return deleteStatement(target, query, limit === 0, (count) => (removed += count));
  });
  const writeErrors = await runStatements(statements, {
    engine: server.engine,
    ordered: isOrdered(request),
    sync: wantsJournal(request.body),
    budget: request.budget,
  });
  return { n: removed, ...(writeErrors.length > 0 ? { writeErrors } : {}), ok: 1 };
}

/** `delete`: one document or many. */
export const deleteCommands: readonly Command[] = [
  { name: 'delete', fields: ['deletes', 'ordered', 'let'], run: deleteDocuments },
];
