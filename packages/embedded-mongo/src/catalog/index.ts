export { type CollectionInfo, type CollectionType } from './collection-info';
export { Catalog } from './catalog';
export { completeCollation } from './collation-specification';
export { defaultName } from './index-specification';
export { sameKey } from './index-conflicts';
export { checkDatabaseName, checkNamespace } from './namespace';
