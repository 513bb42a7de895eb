export { applyUpdate, usesPosition, validateUpdate } from './apply-update';
export { parseArrayFilters } from './array-filters';
export { isReplacement, replaceDocument, validateId, validateReplacement } from './replacement';
export { upsertSeed } from './upsert-seed';
export { type ArrayFilters, type ElementPredicate, type UpdateContext } from './types';
