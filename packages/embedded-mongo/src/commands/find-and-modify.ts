import { failedToParse } from '../errors';
import type { FindQuery, Hit, UpdateOutcome } from '../engine';
import { compileProjection } from '../projection';
import type { Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { collectionName, writableCollection } from './namespace';
import { bypassesValidation, updateOf } from './statement-arguments';
import { wantsJournal } from './write-concern';
import {
  isLongSearch,
  removeAfterSearch,
  updateAfterSearch,
  type WriteTarget,
} from './write-statements';

interface Modification {
  readonly target: WriteTarget;
  readonly options: Arguments;
  readonly query: FindQuery;
  readonly project: (doc: Doc) => Doc;
}

async function findAndModify(request: CommandRequest, server: ServerState): Promise<Doc> {
  const options = new Arguments('findAndModify', request.body);
  checkCombination(options);
  const name = collectionName(request);
  const collection = writableCollection(server, request.db, name);
  const query: FindQuery = {
    filter: options.document('query') ?? {},
    sort: options.sort(),
    collation: options.collation(),
    hint: options.hint(),
    variables: request.variables,
  };
  const matchOptions = server.engine.matchOptions(collection, query.collation, request.variables);
  const fields = options.document('fields') ?? options.document('projection');
  const modification: Modification = {
    target: {
      request,
      server,
      db: request.db,
      name,
      bypassValidation: bypassesValidation(request),
    },
    options,
    query,
    project: compileProjection(fields, matchOptions, query.filter) ?? ((doc) => doc),
  };
  return options.boolean('remove') ? findAndRemove(modification) : findAndUpdate(modification);
}

function checkCombination(options: Arguments): void {
  const remove = options.boolean('remove');
  const update = options.has('update');
  if (!remove && !update) {
    throw failedToParse("Either an update or 'remove'=true must be specified");
  }
  if (!remove) return;
  if (update) throw failedToParse("Cannot specify both an 'update' and 'remove'=true");
  if (options.boolean('upsert')) {
    throw failedToParse("Cannot specify both 'upsert'=true and 'remove'=true");
  }
  if (options.boolean('new')) {
    throw failedToParse(
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  }
  if (options.has('arrayFilters')) {
    throw failedToParse("Cannot specify 'arrayFilters' and 'remove'=true");
  }
}

async function findAndRemove({ target, query, project }: Modification): Promise<Doc> {
  const hit = isLongSearch(target, query)
    ? await removeAfterSearch(target, query)
    : await removeAtOnce(target, query);
  return {
    lastErrorObject: { n: hit ? 1 : 0 },
    value: hit ? project(hit.doc) : null,
    ok: 1,
  };
}

function removeAtOnce(target: WriteTarget, query: FindQuery): Promise<Hit | undefined> {
  const { engine } = target.server;
  return engine.write(
    () => {
      const collection = engine.catalog.get(target.db, target.name);
      return collection && engine.removeOne(collection, query);
    },
    { sync: wantsJournal(target.request.body) },
  );
}

async function findAndUpdate(modification: Modification): Promise<Doc> {
  const { target, options, query, project } = modification;
  const { engine } = target.server;
  const wantsNew = options.boolean('new');
  const spec = {
    ...query,
    update: updateOf(options.value('update')),
    upsert: options.boolean('upsert'),
    arrayFilters: options.documents('arrayFilters'),
    bypassValidation: target.bypassValidation,
    wantBefore: !wantsNew,
    wantAfter: wantsNew,
  };
  const outcome = isLongSearch(target, query)
    ? await updateAfterSearch(target, spec)
    : await engine.write(
        () =>
          engine.updateOne(
            engine.catalog.get(target.db, target.name),
            () => engine.catalog.ensure(target.db, target.name),
            spec,
          ),
        { sync: wantsJournal(target.request.body) },
      );
  const document = wantsNew ? outcome.after : outcome.before;
  return {
    lastErrorObject: lastError(outcome),
    value: document ? project(document) : null,
    ok: 1,
  };
}

function lastError(outcome: UpdateOutcome): Doc {
  if (outcome.upsertedId !== undefined) {
    return { n: 1, updatedExisting: false, upserted: outcome.upsertedId };
  }
  return { n: outcome.matched, updatedExisting: outcome.matched > 0 };
}

/** `findAndModify`: changes or removes one document and returns it. */
export const findAndModifyCommands: readonly Command[] = [
  {
    name: 'findAndModify',
    aliases: ['findandmodify'],
    fields: [
      'query',
      'fields',
      'projection',
      'sort',
      'hint',
      'collation',
      'arrayFilters',
      'remove',
      'update',
      'upsert',
      'new',
      'let',
      'bypassDocumentValidation',
    ],
    run: findAndModify,
  },
];
