import { PAUSE, pausing, type Stream } from '../../stream';
import { type BsonValue, type Doc, describe, isPlainObject } from '../../values';
import { typeLabel } from '../expressions';
import { failure } from '../failures';
import { rootsOfPipeline } from '../roots';
import { type StageContext, type StageRunner } from '../types';
import { stageName, validateInnerPipeline } from '../validate-pipeline';

/** `$unionWith`: the documents of another collection after those of the input. */
export function compileUnionWith(specification: BsonValue, context: StageContext): StageRunner {
  const { collection, pipeline } = unionOptions(specification);
  const run = context.compilePipeline(pipeline);
  const roots = rootsOfPipeline(pipeline);
  return function* (input): Stream<Doc> {
    yield* input;
    const other =
      collection === undefined
        ? []
        : context.environment.read(collection, { ...(roots && { roots }) });
    yield* run(other);
  };
}

function unionOptions(specification: BsonValue): { collection?: string; pipeline: Doc[] } {
  if (typeof specification === 'string') return { collection: specification, pipeline: [] };
  if (!isPlainObject(specification)) {
    throw failure(
      9,
      `the $unionWith stage specification must be an object or string, but found ${typeLabel(specification)}`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (field !== 'coll' && field !== 'pipeline') {
      throw failure(40415, `BSON field '$unionWith.${field}' is an unknown field.`);
    }
  }
  const { coll, pipeline = [] } = specification;
  const stages = validateInnerPipeline(pipeline, '$unionWith');
  if (typeof coll === 'string') return { collection: coll, pipeline: stages };
  if (coll !== undefined || !startsWithDocuments(stages)) {
    throw failure(
      9,
      '$unionWith stage without explicit collection must have a pipeline with $documents as first stage',
    );
  }
  return { pipeline: stages };
}

/** Whether a pipeline brings its own documents. */
export function startsWithDocuments(pipeline: readonly Doc[]): boolean {
  const [first] = pipeline;
  return first !== undefined && stageName(first) === '$documents';
}

/** `$documents`: the documents that stand in the pipeline itself. */
export function compileDocuments(specification: BsonValue, context: StageContext): StageRunner {
  const evaluate = context.scope.compile(specification);
  return function* (input): Stream<Doc> {
    // There is nothing to read before a $documents, but an input that is a generator wants closing.
    for (const doc of input) if (doc !== PAUSE) break;
    const documents = evaluate({});
    if (!Array.isArray(documents)) {
      throw failure(
        5858203,
        `error during aggregation :: caused by :: an array is expected, got ${describe(documents)}`,
      );
    }
    yield* pausing(
      documents.map((doc) => {
        if (!isPlainObject(doc)) {
          throw failure(40228, `$documents must be an array of objects, found ${describe(doc)}`);
        }
        return doc;
      }),
    );
  };
}
