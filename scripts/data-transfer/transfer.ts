import { type Document } from 'bson';
import { type TransferProgress } from './progress';
import { type DataSource, type DataTarget, isView, namespaceOf } from './stores';

/** How much was carried over. */
export interface TransferSummary {
  readonly collections: number;
  readonly documents: number;
}

/** Carries all collections from one place to another, a document at a time. */
export async function transfer(
  source: DataSource,
  target: DataTarget,
  progress: TransferProgress,
): Promise<TransferSummary> {
  const collections = await source.collections();
  // A view can be made when there is something to view.
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
