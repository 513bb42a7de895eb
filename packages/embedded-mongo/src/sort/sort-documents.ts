import { type Collation, type Doc } from '../values';
import { makeSorter } from './sorter';

/**
 * Sorts items by the documents in them; equal ones keep their order. With a limit the result is
 * the first so many items, and no more than these are held meanwhile; a limit of 0 is none.
 */
export function sortDocuments<T>(
  items: Iterable<T>,
  docOf: (item: T) => Doc,
  spec: Doc,
  collation?: Collation,
  limit?: number,
): T[] {
  const sorter = makeSorter(docOf, spec, collation, limit);
  for (const item of items) sorter.add(item);
  return [...sorter.sorted()];
}
