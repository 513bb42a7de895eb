import type { Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { MAX_WRITE_BATCH } from '../limits';
import { collectionName, writableCollection } from './namespace';
import {
  bypassesValidation,
  isOrdered,
  refuseUnknownFields,
  statementsOf,
  updateSpecOf,
} from './statement-arguments';
import { runStatements, type Statement } from './write-batch';
import { wantsJournal } from './write-concern';
import { checkBatchLength, updateStatement } from './write-statements';

const FIELDS = { filter: 'q', update: 'u', constants: 'c' } as const;
const STATEMENT_FIELDS = [
  ...Object.values(FIELDS),
  'multi',
  'upsert',
  'arrayFilters',
  'collation',
  'hint',
  'sort',
  'upsertSupplied',
  'sampleId',
];

async function update(request: CommandRequest, server: ServerState): Promise<Doc> {
  const name = collectionName(request);
  writableCollection(server, request.db, name);
  const documents = statementsOf(request, 'updates');
  checkBatchLength(documents.length, MAX_WRITE_BATCH);
  const bypassValidation = bypassesValidation(request);
  const target = { request, server, db: request.db, name, bypassValidation };

  let matched = 0;
  let modified = 0;
  const upserted: Doc[] = [];
  const statements = documents.map((document, index): Statement => {
    refuseUnknownFields('update.updates', document, STATEMENT_FIELDS);
    const statement = new Arguments('update.updates', document);
    const spec = updateSpecOf(statement, FIELDS, request, bypassValidation);
    return updateStatement(target, spec, statement.boolean('multi'), (outcome) => {
      matched += outcome.matched;
      modified += outcome.modified;
      if (outcome.upsertedId !== undefined) upserted.push({ index, _id: outcome.upsertedId });
    });
  });
  const writeErrors = await runStatements(statements, {
    engine: server.engine,
    ordered: isOrdered(request),
    sync: wantsJournal(request.body),
    budget: request.budget,
  });
  return {
    n: matched + upserted.length,
    ...(upserted.length > 0 ? { upserted } : {}),
    nModified: modified,
    ...(writeErrors.length > 0 ? { writeErrors } : {}),
    ok: 1,
  };
}

/** `update`: replacements, operators and pipelines, of one document or many. */
export const updateCommands: readonly Command[] = [
  {
    name: 'update',
    fields: ['updates', 'ordered', 'let', 'bypassDocumentValidation', 'bypassEmptyTsReplacement'],
    run: update,
  },
];
