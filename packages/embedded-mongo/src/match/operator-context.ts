import { type BsonValue, type Doc, type StringComparator } from '../values';
import { type FieldCondition } from './conditions';
import { type MatchOptions, type Predicate } from './types';

/** Whether a filter is asked of the document itself or of something inside of it (`$elemMatch`). */
export type FilterLevel = 'document' | 'subdocument';

/** Compiles a whole filter; handed to operators that contain one. */
export type FilterCompiler = (filter: Doc, level: FilterLevel) => Predicate;

/** What the compiler of a field operator may look at besides its operand. */
export interface FieldOperatorContext {
  /** The field's path, for messages. */
  readonly path: string;
  /** The operators beside this one, for `$regex` and its `$options`. */
  readonly siblings: Doc;
  /** String comparison of the collation, if one is in force. */
  readonly strings: StringComparator | undefined;
  /** Compiles another object of operators on the same field. */
  readonly compileOperators: (operators: Doc) => FieldCondition;
  /** Compiles a filter for `$elemMatch`. */
  readonly compileFilter: FilterCompiler;
}

/** Compiles one operator of a field; nothing when it asks nothing, as `$comment`. */
export type FieldOperatorCompiler = (
  operand: BsonValue,
  context: FieldOperatorContext,
) => FieldCondition | undefined;

/** What the compiler of a top level operator may look at besides its operand. */
export interface TopLevelOperatorContext {
  readonly level: FilterLevel;
  readonly options: MatchOptions;
  readonly strings: StringComparator | undefined;
  readonly compileFilter: FilterCompiler;
}

/** Compiles one operator that stands at the top of a filter; nothing when it asks nothing. */
export type TopLevelOperatorCompiler = (
  operand: BsonValue,
  context: TopLevelOperatorContext,
  name: string,
) => Predicate | undefined;
