import { CommandError, failedToParse } from '../errors';
import type { CollectionInfo, FindQuery, Hit, UpdateOutcome, UpdateSpec } from '../engine';
import { compileFilter } from '../match';
import { drive, PAUSE, type Pause, type Stream } from '../stream';
import { isReplacement } from '../update';
import { decode, type Doc } from '../values';
import type { CommandRequest, ServerState } from './command';
import { writableCollection } from './namespace';
import type { Statement } from './write-batch';
import { wantsJournal } from './write-concern';

/** The collection that statements write to, and the command they belong to. */
export interface WriteTarget {
  readonly request: CommandRequest;
  readonly server: ServerState;
  readonly db: string;
  readonly name: string;
  readonly bypassValidation: boolean;
}

/** A document to insert: as BSON when it came in a sequence, else decoded with its command. */
export type NewDocument = Buffer | Doc;

/** Inserts one document. */
export function insertStatement(
  target: WriteTarget,
  document: NewDocument,
  done: () => void,
): Statement {
  const { engine } = target.server;
  return {
    apply: () => {
      const collection = engine.catalog.ensure(target.db, target.name);
      const raw = Buffer.isBuffer(document) ? document : undefined;
      const doc = Buffer.isBuffer(document) ? decode(document) : document;
      engine.insert(collection, doc, raw, { bypassValidation: target.bypassValidation });
      done();
    },
  };
}

/** Updates one document or many. */
export function updateStatement(
  target: WriteTarget,
  spec: UpdateSpec,
  multi: boolean,
  done: (outcome: UpdateOutcome) => void,
): Statement {
  const { engine } = target.server;
  const ensure = (): CollectionInfo => engine.catalog.ensure(target.db, target.name);
  const current = (): CollectionInfo | undefined => engine.catalog.get(target.db, target.name);
  if (multi) {
    if (isReplacement(spec.update)) {
      const refuse = (): never => {
        throw failedToParse('multi update is not supported for replacement-style update');
      };
      return { apply: refuse };
    }
    return {
      runAlone: async () =>
        done(await engine.updateMany(current(), ensure, spec, target.request.budget)),
    };
  }
  if (isLongSearch(target, spec)) {
    return { runAlone: async () => done(await updateAfterSearch(target, spec)) };
  }
  return { apply: () => done(engine.updateOne(current(), ensure, spec)) };
}

/** Removes one document or many; tells how many there were. */
export function deleteStatement(
  target: WriteTarget,
  query: FindQuery,
  multi: boolean,
  done: (removed: number) => void,
): Statement {
  const { engine } = target.server;
  const current = (): CollectionInfo | undefined => {
    const collection = engine.catalog.get(target.db, target.name);
    // A filter that cannot be compiled is an error in an empty collection too.
    if (!collection) compileFilter(query.filter, engine.matchOptions());
    return collection;
  };
  if (multi) {
    return {
      runAlone: async () => {
        const collection = current();
        done(collection ? await engine.removeMany(collection, query, target.request.budget) : 0);
      },
    };
  }
  if (isLongSearch(target, query)) {
    return { runAlone: async () => done((await removeAfterSearch(target, query)) ? 1 : 0) };
  }
  return {
    apply: () => {
      const collection = current();
      done(collection && engine.removeOne(collection, query) ? 1 : 0);
    },
  };
}

/** Below this, a scan inside of a transaction is too short to disturb anybody. */
const SHORT_SCAN = 1_000;
/** How often a document may change between its search and its write before we stop others. */
const MAX_SEARCHES = 3;

/** Whether a single-document write first has to look through a large collection. */
export function isLongSearch(target: WriteTarget, query: FindQuery): boolean {
  const collection = writableCollection(target.server, target.db, target.name);
  return (
    collection !== undefined &&
    collection.count > SHORT_SCAN &&
    target.server.engine.needsScan(collection, query)
  );
}

/** Looks for the document with pauses, then updates it in a transaction if it still matches. */
export async function updateAfterSearch(
  target: WriteTarget,
  spec: UpdateSpec,
): Promise<UpdateOutcome> {
  const { engine } = target.server;
  const ensure = (): CollectionInfo => engine.catalog.ensure(target.db, target.name);
  const update = (exact: UpdateSpec): Promise<UpdateOutcome> =>
    engine.write(
      () => engine.updateOne(engine.catalog.get(target.db, target.name), ensure, exact),
      { sync: wantsJournal(target.request.body) },
    );
  for (let search = 0; search < MAX_SEARCHES; search++) {
    const hit = await searchFirst(target, spec);
    if (!hit) return spec.upsert ? update(spec) : { matched: 0, modified: 0 };
    const outcome = await update({ ...spec, ...narrowed(spec, hit), upsert: false });
    if (outcome.matched > 0) return outcome;
  }
  return update(spec);
}

/** Looks for the document with pauses, then removes it in a transaction if it still matches. */
export async function removeAfterSearch(
  target: WriteTarget,
  query: FindQuery,
): Promise<Hit | undefined> {
  const { engine } = target.server;
  const remove = (exact: FindQuery): Promise<Hit | undefined> =>
    engine.write(
      () => {
        const collection = engine.catalog.get(target.db, target.name);
        return collection && engine.removeOne(collection, exact);
      },
      { sync: wantsJournal(target.request.body) },
    );
  for (let search = 0; search < MAX_SEARCHES; search++) {
    const hit = await searchFirst(target, query);
    if (!hit) return undefined;
    const removed = await remove({ ...query, ...narrowed(query, hit) });
    if (removed) return removed;
  }
  return remove(query);
}

function narrowed(query: FindQuery, hit: Hit): { filter: Doc; sort: undefined; hint: undefined } {
  const filter = { $and: [{ _id: { $eq: hit.doc['_id'] } }, query.filter] };
  return { filter, sort: undefined, hint: undefined };
}

async function searchFirst(target: WriteTarget, query: FindQuery): Promise<Hit | undefined> {
  const { engine } = target.server;
  const collection = engine.catalog.get(target.db, target.name);
  if (!collection) return undefined;
  const { filter, sort, collation, hint, variables } = query;
  const hits = engine.find(collection, { filter, sort, collation, hint, variables, limit: 1 });
  return drive(firstOf(hits), target.request.budget);
}

function* firstOf<T>(stream: Stream<T>): Generator<Pause, T | undefined> {
  for (const item of stream) {
    if (item !== PAUSE) return item;
    yield PAUSE;
  }
  return undefined;
}

/** Refuses a batch that is empty or too large. */
export function checkBatchLength(length: number, most: number): void {
  if (length >= 1 && length <= most) return;
  throw new CommandError(
    16,
    'InvalidLength',
    `Write batch sizes must be between 1 and ${most}. Got ${length} operations.`,
  );
}
