import { type BsonValue, type Collation, type Doc } from '../values';

/** What a match leaves behind for positional operators (`a.$` in updates and projections). */
export interface MatchContext {
  /** Index, in the first array met on the path, of the element that made the match. */
  position?: number;
}

/** Tells whether a document matches; fills in the context when it does and one is given. */
export type Predicate = (doc: Doc, context?: MatchContext) => boolean;

/** Tells whether one value that a path reached matches. */
export type ValuePredicate = (value: BsonValue, context?: MatchContext) => boolean;

/** What compiling a filter or a projection needs to know besides the filter itself. */
export interface MatchOptions {
  /** String comparison rules of the query. */
  collation?: Collation;
  /** Variables of `let`, already evaluated, that `$expr` may name as `$$name`. */
  variables?: Doc;
  /** Compiler of aggregation expressions, for `$expr` and computed projection fields. */
  compileExpression?: (expression: BsonValue, variables?: Doc) => (doc: Doc) => BsonValue;
  /** Compiler of `$text` for the collection's text index; absent when it has none. */
  text?: (spec: Doc) => Predicate;
}
