import { unsupported } from '../errors';
import { type BsonValue, type Doc, isPlainObject } from '../values';
import { failure } from './failures';

/** The stages that a pipeline update may use. */
export const UPDATE_PIPELINE_STAGES: ReadonlySet<string> = new Set([
  '$addFields',
  '$set',
  '$project',
  '$unset',
  '$replaceRoot',
  '$replaceWith',
]);

/** The stages that documents flow through; `stages/` has a compiler for each. */
export const DOCUMENT_STAGES: ReadonlySet<string> = new Set([
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$count',
  '$densify',
  '$documents',
  '$facet',
  '$fill',
  '$graphLookup',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$set',
  '$setWindowFields',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unionWith',
  '$unset',
  '$unwind',
]);

/** Stages that report about the server: the commands answer them, no document flows through. */
export const COMMAND_STAGES: ReadonlySet<string> = new Set([
  '$collStats',
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$planCacheStats',
]);

/** Stages that write the result to a collection, executed by the commands. */
export const OUTPUT_STAGES: ReadonlySet<string> = new Set(['$out', '$merge']);

/** Stages that MongoDB has and this server refuses by name. */
const REFUSED_STAGES: ReadonlySet<string> = new Set([
  '$geoNear',
  '$listSampledQueries',
  '$listSearchIndexes',
  '$querySettings',
  '$queryStats',
  '$rankFusion',
  '$scoreFusion',
  '$search',
  '$searchMeta',
  '$shardedDataDistribution',
  '$vectorSearch',
]);

/** The name of a stage: the only field of its document. */
export function stageName(stage: Doc): string {
  return Object.keys(stage)[0] as string;
}

/** Checks that a value is a pipeline of known stages, each in a place where it may stand. */
export function validatePipeline(pipeline: BsonValue): Doc[] {
  if (!Array.isArray(pipeline)) {
    throw failure(14, "'pipeline' option must be specified as an array");
  }
  pipeline.forEach((stage, index) => {
    if (!isPlainObject(stage)) {
      throw failure(14, "Each element of the 'pipeline' array must be an object");
    }
    if (Object.keys(stage).length !== 1) {
      throw failure(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    checkStage(stageName(stage), index, pipeline.length);
  });
  return pipeline as Doc[];
}

function checkStage(name: string, index: number, length: number): void {
  if (name === '$changeStream' || name === '$changeStreamSplitLargeEvent') {
    throw failure(40573, `The ${name} stage is only supported on replica sets`);
  }
  if (REFUSED_STAGES.has(name)) throw unsupported(name);
  const isFirstOnly = COMMAND_STAGES.has(name) || name === '$documents';
  if (isFirstOnly && index > 0) {
    throw failure(40602, `${name} is only valid as the first stage in a pipeline`);
  }
  if (OUTPUT_STAGES.has(name) && index < length - 1) {
    throw failure(40601, `${name} can only be the final stage in the pipeline`);
  }
  if (!DOCUMENT_STAGES.has(name) && !COMMAND_STAGES.has(name) && !OUTPUT_STAGES.has(name)) {
    throw failure(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
}

/** Checks a pipeline inside of a stage, where no result can be written to a collection. */
export function validateInnerPipeline(pipeline: BsonValue, stage: string): Doc[] {
  const stages = validatePipeline(pipeline);
  for (const inner of stages) {
    const name = stageName(inner);
    if (OUTPUT_STAGES.has(name)) {
      throw failure(51047, `${name} is not allowed within a ${stage}'s sub-pipeline`);
    }
    if (COMMAND_STAGES.has(name)) throw unsupported(`${name} within ${stage}`);
  }
  return stages;
}
