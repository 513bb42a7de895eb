import { type CollectionInfo } from '../../catalog';
import { temporaryStore } from '../../storage/testing/temporary-store';
import { drive, unlimited, withoutPauses } from '../../stream';
import { type Doc } from '../../values';
import { Engine } from '../engine';
import { type FindQuery, type VerifyReport } from '../types';

/** An engine with one collection, filled with documents and indexes; for specs. */
export async function engineWith(
  documents: readonly Doc[] = [],
  ...indexes: readonly Doc[]
): Promise<{ engine: Engine; collection: CollectionInfo }> {
  const engine = Engine.open(temporaryStore());
  const collection = await engine.write(() => {
    const created = engine.catalog.create('test', 'things');
    for (const spec of indexes) engine.catalog.createIndex(created, spec);
    for (const doc of documents) engine.insert(created, doc);
    return created;
  });
  return { engine, collection };
}

/** The documents of a query; for specs. */
export function findAll(
  engine: Engine,
  collection: CollectionInfo,
  query: Partial<FindQuery> = {},
): Doc[] {
  const hits = withoutPauses(engine.find(collection, { filter: {}, ...query }));
  return [...hits].map((hit) => hit.doc);
}

/** The number of documents of a query; for specs. */
export function countAll(
  engine: Engine,
  collection: CollectionInfo,
  query: Partial<FindQuery>,
): Promise<number> {
  return drive(engine.count(collection, { filter: {}, ...query }), unlimited);
}

/** Whether indexes and counts agree with the documents; for specs. */
export function verify(engine: Engine, collection: CollectionInfo): Promise<VerifyReport> {
  return drive(engine.verify(collection), unlimited);
}
