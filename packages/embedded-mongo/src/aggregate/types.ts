import { type MatchOptions } from '../match';
import { type Stream } from '../stream';
import { type BsonValue, type Collation, type Doc, type StringFold } from '../values';
import { type Scope } from './expressions';

/** What a stage may ask of the collection reader: a filter to serve, and the root fields it needs. */
export interface ReadOptions {
  db?: string;
  filter?: Doc;
  roots?: ReadonlySet<string>;
}

/** Everything outside of the pipeline itself that its stages depend on. */
export interface AggregateEnvironment {
  collation?: Collation;
  /** Values of the variables that expressions see as `$$name`. */
  variables?: Doc;
  match: MatchOptions;
  /** The instant of `$$NOW`; the moment of compilation when absent. */
  now?: Date;
  /** Reads another collection, for `$lookup`, `$graphLookup` and `$unionWith`. */
  read: (collection: string, options?: ReadOptions) => Stream<Doc>;
}

/** A stage after its specification was checked and its expressions were compiled. */
export type StageRunner = (input: Stream<Doc>) => Stream<Doc>;

/** Checks a stage's specification and compiles it. */
export type StageCompiler = (specification: BsonValue, context: StageContext) => StageRunner;

/** What the stages of one pipeline share while they are compiled. */
export interface StageContext {
  readonly environment: AggregateEnvironment;
  /** The variables that expressions see. */
  readonly scope: Scope;
  /** How a `$match` compiles its filter: with this scope for its `$expr`. */
  readonly match: MatchOptions;
  readonly fold: StringFold | undefined;
  /** Compiles a pipeline inside of a stage, with the variables of another scope if given. */
  readonly compilePipeline: (pipeline: readonly Doc[], scope?: Scope) => StageRunner;
}

/** A final `$out` or `$merge`: the pipeline's result goes to a collection instead of the client. */
export type OutputStage =
  | { kind: 'out'; db?: string; collection: string }
  | { kind: 'merge'; spec: Doc; db?: string; collection: string };

/** The part of a pipeline that a planner can take over, and what remains for the stages. */
export interface PushedDown {
  filter?: Doc;
  sort?: Doc;
  skip?: number;
  limit?: number;
  /** The only root fields the whole pipeline looks at; absent when it may look at any. */
  roots?: ReadonlySet<string>;
  rest: Doc[];
  output?: OutputStage;
}
