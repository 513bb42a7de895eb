import { type MatchOptions } from '../match';
import { type BsonValue } from '../values';

/** Says whether an array element is meant by a `$[identifier]` of an update path. */
export type ElementPredicate = (element: BsonValue) => boolean;

/** The `arrayFilters` of an update command by identifier. */
export type ArrayFilters = ReadonlyMap<string, ElementPredicate>;

/** What an update needs to know beside the document and the update itself. */
export interface UpdateContext {
  /** Index of the array element that the filter matched; the meaning of `$` in paths. */
  position?: number;
  arrayFilters: ArrayFilters;
  /** The document is about to be inserted by an upsert: `$setOnInsert` applies. */
  isInsert: boolean;
  match: MatchOptions;
  /** The time that `$currentDate` writes. */
  now: Date;
}
