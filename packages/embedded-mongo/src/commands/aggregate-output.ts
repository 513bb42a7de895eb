import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OutputStage } from '../aggregate';
import type { CollectionInfo } from '../engine';
import { PAUSE, type Stream } from '../stream';
import type { Doc } from '../values';
import type { CommandRequest, ServerState } from './command';
import { MergeWriter } from './merge-writer';
import { checkedName, writableCollection } from './namespace';
import { bypassesValidation } from './statement-arguments';
import { wantsJournal } from './write-concern';

/** Documents written in one transaction. */
const BATCH = 500;

/** Runs the final `$out` or `$merge` of a pipeline. */
export async function writeOutput(
  request: CommandRequest,
  server: ServerState,
  stage: OutputStage,
  documents: Stream<Doc>,
): Promise<void> {
  const db = stage.db ?? request.db;
  const name = checkedName(db, stage.collection);
  const existing = writableCollection(server, db, name);
  if (stage.kind === 'out') {
    await replaceCollection(request, server, { db, name, existing }, documents);
    return;
  }
  const writer = new MergeWriter(request, server, db, name, stage.spec);
  await inBatches(request, server, documents, (document) => writer.write(document));
}

interface OutTarget {
  readonly db: string;
  readonly name: string;
  readonly existing: CollectionInfo | undefined;
}

/**
 * `$out`: fills a collection beside the target, with its options and indexes, and puts it in the
 * target's place only when all went well.
 */
async function replaceCollection(
  request: CommandRequest,
  server: ServerState,
  { db, name, existing }: OutTarget,
  documents: Stream<Doc>,
): Promise<void> {
  const { engine, cursors } = server;
  const options = existing?.options ?? {};
  const temporaryName = `tmp.agg_out.${randomBytes(8).toString('hex')}`;
  const bypassValidation = bypassesValidation(request);
  const temporary = await engine.write(() => {
    const collection = engine.catalog.create(db, temporaryName, { ...options, temp: true });
    for (const index of existing?.indexes ?? []) {
      if (index.name !== '_id_') engine.catalog.createIndex(collection, { ...index.spec });
    }
    return collection;
  });
  try {
    await inBatches(request, server, documents, (document) => {
      engine.insert(temporary, document, undefined, { bypassValidation });
    });
    await engine.write(
      () => {
        const target = engine.catalog.get(db, name);
        if (target) engine.catalog.drop(target);
        engine.catalog.setOptions(temporary, options);
        engine.catalog.rename(temporary, db, name);
      },
      { sync: wantsJournal(request.body) },
    );
  } catch (error) {
    await engine.write(() => engine.catalog.drop(temporary));
    throw error;
  }
  cursors.killNamespace(`${db}.${name}`);
}

/** Reads the documents with pauses and writes them some hundred at a time. */
async function inBatches(
  request: CommandRequest,
  server: ServerState,
  documents: Stream<Doc>,
  write: (document: Doc) => void,
): Promise<void> {
  const flush = async (batch: readonly Doc[]): Promise<void> => {
    if (batch.length === 0) return;
    await server.engine.write(() => batch.forEach(write), { sync: wantsJournal(request.body) });
  };
  let batch: Doc[] = [];
  for (const document of documents) {
    if (document === PAUSE) {
      request.budget.check();
      await nextTurn();
      continue;
    }
    batch.push(document);
    if (batch.length >= BATCH) {
      await flush(batch);
      batch = [];
    }
  }
  await flush(batch);
}

/** Removes what an interrupted `$out` left behind; called when a server starts. */
export async function dropTemporaryCollections(engine: ServerState['engine']): Promise<void> {
  const leftovers = engine.catalog.list().filter(({ options }) => options['temp'] === true);
  if (leftovers.length === 0) return;
  await engine.write(() => {
    for (const collection of leftovers) engine.catalog.drop(collection);
  });
}
