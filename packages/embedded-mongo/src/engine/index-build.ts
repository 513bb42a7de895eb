import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Catalog, type CollectionInfo } from '../catalog';
import { CommandError } from '../errors';
import { type Budget } from '../stream';
import { type Doc } from '../values';
import { type Transact } from './batches';

/**
 * Creates an index step by step, each step one transaction, with other clients getting their turn
 * in between. When a step fails (a duplicate key, time is up), the index is gone again.
 */
export async function buildIndex(
  catalog: Catalog,
  collection: CollectionInfo,
  spec: Doc,
  budget: Budget,
  transact: Transact,
): Promise<boolean> {
  const builder = transact(() => catalog.startIndex(collection, spec));
  if (!builder) return false;
  try {
    while (!transact(() => stepUnlessDropped(collection, builder))) {
      budget.check();
      await nextTurn();
    }
    transact(() => catalog.finishIndex(collection, builder.index));
  } catch (error) {
    if (!collection.dropped) transact(() => catalog.dropIndex(collection, builder.index));
    throw error;
  }
  return true;
}

function stepUnlessDropped(collection: CollectionInfo, builder: { step(): boolean }): boolean {
  if (!collection.dropped) return builder.step();
  throw new CommandError(175, 'QueryPlanKilled', `collection dropped: ${collection.ns}`);
}
