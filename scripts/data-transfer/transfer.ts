import { type Document } from 'bson';
import { type TransferProgress } from './progress';
import { type DataSource, type DataTarget, isView, namespaceOf } from './stores';

/** How much was copied. */
export interface TransferSummary {
  readonly collections: number;
  readonly documents: number;
}

/** Copies all collections from one store to another, one document at a time. */
export async function transfer(
  source: DataSource,
  target: DataTarget,
  progress: TransferProgress,
): Promise<TransferSummary> {
  const collections = await source.collections();
  // Views are created after the collections that they read.
  const ordered = [...collections].sort((a, b) => Number(isView(a)) - Number(isView(b)));
  await target.prepare(ordered);
  let documents = 0;
  for (const collection of ordered) {
    const counter = progress.begin(namespaceOf(collection));
    await target.write(collection, counted(source.documents(collection), counter.add));
    documents += counter.end();
  }
  await target.finish();
  return { collections: ordered.length, documents };
}

async function* counted(
  documents: AsyncIterable<Document>,
  add: () => void,
): AsyncGenerator<Document> {
  for await (const document of documents) {
    add();
    yield document;
  }
}
