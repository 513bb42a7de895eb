export { parseSort, type SortKey } from './sort-key';
export { compareBySort, compareSortValues, sortValuesOf } from './sort-values';
export { sortDocuments } from './sort-documents';
export { sortStream } from './sort-stream';
