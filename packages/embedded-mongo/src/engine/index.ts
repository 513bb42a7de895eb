export { Engine } from './engine';
export { Hit } from './hit';
export { type FindQuery, type UpdateOutcome, type UpdateSpec, type VerifyReport } from './types';
export { type PlanSummary } from '../planner';
export { Catalog, type CollectionInfo, type CollectionType } from '../catalog';
export { type IndexInfo, type IndexKind } from '../indexes';
export { LmdbStore, type OrderedStore, type WriteOptions } from '../storage';
