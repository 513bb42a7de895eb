import { CommandError } from '../errors';
import { CursorReply } from '../cursors';
import { getOwn, isPlainObject, type Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { MAX_WRITE_BATCH } from '../limits';
import { listReply } from './list-reply';
import { splitNamespace, writableCollection } from './namespace';
import {
  bypassesValidation,
  deleteQueryOf,
  isOrdered,
  statementsOf,
  updateSpecOf,
} from './statement-arguments';
import { runStatements, type Statement } from './write-batch';
import { wantsJournal } from './write-concern';
import {
  checkBatchLength,
  deleteStatement,
  insertStatement,
  updateStatement,
  type WriteTarget,
} from './write-statements';

const UPDATE_FIELDS = { filter: 'filter', update: 'updateMods', constants: 'constants' } as const;

/** What the operations of one bulkWrite did together, and each by itself. */
class BulkResult {
  readonly results = new Map<number, Doc>();
  readonly totals = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };

  add(index: number, result: Doc): void {
    this.results.set(index, { ok: 1, idx: index, ...result });
  }
}

async function bulkWrite(request: CommandRequest, server: ServerState): Promise<CursorReply> {
  const operations = statementsOf(request, 'ops');
  const namespaces = statementsOf(request, 'nsInfo');
  checkBatchLength(operations.length, MAX_WRITE_BATCH);
  const tally = new BulkResult();
  const statements = operations.map((operation, index) =>
    statementOf(operation, index, namespaces, request, server, tally),
  );
  const errors = await runStatements(statements, {
    engine: server.engine,
    ordered: isOrdered(request),
    sync: wantsJournal(request.body),
    budget: request.budget,
  });
  const onlyErrors = new Arguments('bulkWrite', request.body).boolean('errorsOnly');
  if (onlyErrors) tally.results.clear();
  for (const { index, ...error } of errors) {
    tally.results.set(Number(index), { ok: 0, idx: index, n: 0, ...error });
  }
  const results = [...tally.results].sort(([a], [b]) => a - b).map(([, result]) => result);
  const reply = await listReply(request, server, 'admin.$cmd.bulkWrite', results);
  return new CursorReply(reply.namespace, reply.cursorId, reply.batchName, reply.documents, {
    nErrors: errors.length,
    ...tally.totals,
  });
}

function statementOf(
  operation: Doc,
  index: number,
  namespaces: readonly Doc[],
  request: CommandRequest,
  server: ServerState,
  tally: BulkResult,
): Statement {
  const kind = Object.keys(operation)[0] ?? '';
  const options = new Arguments(`bulkWrite.ops.${kind}`, operation);
  const target = targetOf(options.integer(kind), namespaces, request, server);
  const { totals } = tally;
  switch (kind) {
    case 'insert':
      return insertStatement(target, options.requiredDocument('document'), () => {
        totals.nInserted++;
        tally.add(index, { n: 1 });
      });
    case 'update': {
      const spec = updateSpecOf(options, UPDATE_FIELDS, request, target.bypassValidation);
      return updateStatement(target, spec, options.boolean('multi'), (outcome) => {
        const { matched, modified, upsertedId } = outcome;
        totals.nMatched += matched;
        totals.nModified += modified;
        if (upsertedId === undefined) {
          tally.add(index, { n: matched, nModified: modified });
        } else {
          totals.nUpserted++;
          tally.add(index, { n: 1, nModified: 0, upserted: { _id: upsertedId } });
        }
      });
    }
    case 'delete': {
      const query = deleteQueryOf(options, 'filter', request);
      return deleteStatement(target, query, options.boolean('multi'), (removed) => {
        totals.nDeleted += removed;
        tally.add(index, { n: removed });
      });
    }
    default:
      throw new CommandError(
        40415,
        'IDLUnknownField',
        `BSON field 'bulkWrite.ops.${kind}' is an unknown field.`,
      );
  }
}

function targetOf(
  position: number | undefined,
  namespaces: readonly Doc[],
  request: CommandRequest,
  server: ServerState,
): WriteTarget {
  const info = namespaces[position ?? -1];
  const namespace = isPlainObject(info) ? getOwn(info, 'ns') : undefined;
  if (typeof namespace !== 'string') {
    throw new CommandError(
      2,
      'BadValue',
      `BulkWrite ops entry has an invalid nsInfo index: ${position}`,
    );
  }
  const { db, name } = splitNamespace(namespace);
  writableCollection(server, db, name);
  return { request, server, db, name, bypassValidation: bypassesValidation(request) };
}

/** `bulkWrite`: the bulk write of MongoDB 8 that spans collections. */
export const bulkWriteCommands: readonly Command[] = [
  {
    name: 'bulkWrite',
    adminOnly: true,
    fields: [
      'ops',
      'nsInfo',
      'ordered',
      'errorsOnly',
      'let',
      'cursor',
      'bypassDocumentValidation',
      'bypassEmptyTsReplacement',
    ],
    run: bulkWrite,
  },
];
