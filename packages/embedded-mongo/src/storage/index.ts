export { type OrderedStore, type WriteOptions } from './ordered-store';
export { DATA_FILE_NAME, LmdbStore } from './lmdb-store';
export { type KeyRange, scanEntries, scanKeys } from './chunked-scan';
export * from './key-layout';
export { UndoLog } from './undo-log';
