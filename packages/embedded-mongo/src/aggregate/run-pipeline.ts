import { unsupported } from '../errors';
import { type MatchOptions } from '../match';
import { type Stream } from '../stream';
import { type BsonValue, type Doc, comparatorFor, foldFor, getOwn } from '../values';
import { type Scope, compileIn, createScope } from './expressions';
import { STAGES } from './stages';
import { compileSort, limitAfterSort } from './stages/sort';
import { type AggregateEnvironment, type StageContext, type StageRunner } from './types';
import { stageName } from './validate-pipeline';

/** Runs documents through the stages of a validated pipeline; see {@link compilePipeline}. */
export function runPipeline(
  input: Stream<Doc>,
  pipeline: readonly Doc[],
  environment: AggregateEnvironment,
): Stream<Doc> {
  return compilePipeline(pipeline, environment)(input);
}

/**
 * Compiles a validated pipeline, to be run any number of times, one run after the other. Everything
 * that can be wrong with the pipeline itself is an error now; the documents are read when the
 * result is.
 */
export function compilePipeline(
  pipeline: readonly Doc[],
  environment: AggregateEnvironment,
): StageRunner {
  const scope = createScope(environment.variables, {
    now: environment.now,
    strings: comparatorFor(environment.collation),
  });
  return compileStages(pipeline, environment, scope);
}

function compileStages(
  pipeline: readonly Doc[],
  environment: AggregateEnvironment,
  scope: Scope,
): StageRunner {
  const context = createContext(environment, scope);
  const runners = pipeline.map((stage, index) =>
    compileStage(stage, context, pipeline.slice(index + 1)),
  );
  return (input) => runners.reduce((stream, run) => run(stream), input);
}

function createContext(environment: AggregateEnvironment, scope: Scope): StageContext {
  const match: MatchOptions = {
    ...environment.match,
    // The scope knows the variables already, also those that change from document to document.
    compileExpression: (expression: BsonValue) => compileIn(expression, scope),
    ...(environment.collation && { collation: environment.collation }),
  };
  return {
    environment,
    scope,
    match,
    fold: foldFor(environment.collation),
    compilePipeline: (pipeline, inner = scope) => compileStages(pipeline, environment, inner),
  };
}

function compileStage(stage: Doc, context: StageContext, following: readonly Doc[]): StageRunner {
  const name = stageName(stage);
  const specification = getOwn(stage, name);
  if (name === '$sort') return compileSort(specification, context, limitAfterSort(following));
  const compile = STAGES.get(name);
  if (!compile) throw unsupported(`${name} in this place`);
  return compile(specification, context);
}
