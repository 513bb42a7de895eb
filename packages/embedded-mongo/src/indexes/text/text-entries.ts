import { type OrderedStore, recordIdOfKey, scanKeys } from '../../storage';
import { type Doc, capKey, prefixEnd } from '../../values';
import { type DocumentEntries } from '../document-entries';
import { type IndexInfo } from '../index-info';
import { scoresOf } from './text-spec';

/** Ends a term inside of a key, so that one term is never the beginning of another. */
const END_OF_TERM = Buffer.from([0]);

/** The entries of a document in a text index: one for each term, with its score. */
export function textEntries(index: IndexInfo, doc: Doc): DocumentEntries {
  const keys: Buffer[] = [];
  const values: Buffer[] = [];
  for (const [term, score] of scoresOf(index, doc)) {
    keys.push(termKey(index, term));
    const value = Buffer.allocUnsafe(8);
    value.writeDoubleBE(score);
    values.push(value);
  }
  return { keys, values };
}

/** The key of a term, without a record number. */
export function termKey(index: IndexInfo, term: string): Buffer {
  return capKey(Buffer.concat([index.prefix, Buffer.from(term, 'utf8'), END_OF_TERM]));
}

/** The records that have a term, in the order they were stored. */
export function* recordsWithTerm(
  store: OrderedStore,
  index: IndexInfo,
  term: string,
): Generator<number> {
  const start = termKey(index, term);
  for (const key of scanKeys(store, { start, end: prefixEnd(start) })) yield recordIdOfKey(key);
}
