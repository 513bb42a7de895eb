export { type IndexInfo, type IndexKind } from './index-info';
export { collationOf, FRESH_INDEX, type IndexState, isIdPattern, makeIndex } from './make-index';
export { filterRoots, rootOf } from './filter-roots';
export { type KeyTuple, type KeyTuples, keyTuples, partsOf } from './key-values';
export { type DocumentEntries } from './document-entries';
export {
  changesBetween,
  entriesOf,
  type EntryChanges,
  ownerOf,
  putEntry,
  recordIdOfEntry,
  removeEntry,
} from './index-entries';
export { duplicateKeyError } from './duplicate-key';
export {
  parseTextSearch,
  textIndexRequired,
  textPredicate,
  type TextSearch,
} from './text/text-search';
export { recordsWithTerm } from './text/text-entries';
export { languageOf } from './text/text-spec';
