import { validatePipeline } from '../aggregate';
import { CommandError, failedToParse } from '../errors';

import type { Stream } from '../stream';
import { getOwn, isNumber, type Doc } from '../values';
import { writeOutput } from './aggregate-output';
import { specialSource } from './aggregate-sources';
import { Arguments } from './arguments';
import type { Command, CommandReply, CommandRequest, ServerState } from './command';
import { explainAggregate } from './explain-aggregate';
import { cursorBatchSize } from './list-reply';
import { checkedName } from './namespace';
import {
  encodeAll,
  pipelineDocuments,
  pipelineResults,
  preparePipeline,
  runOver,
  type PipelineRequest,
} from './pipeline';

/** The fields of the aggregate command. */
export const AGGREGATE_FIELDS: readonly string[] = [
  'pipeline',
  'explain',
  'allowDiskUse',
  'cursor',
  'bypassDocumentValidation',
  'collation',
  'hint',
  'let',
  'fromMongos',
  'needsMerge',
  'isMapReduceCommand',
  'includeQueryStatsMetrics',
];

async function aggregate(request: CommandRequest, server: ServerState): Promise<CommandReply> {
  const options = new Arguments('aggregate', request.body);
  const pipelineRequest = readAggregate(options, request);
  if (options.boolean('explain')) {
    refuseWriteConcern(options);
    return explainAggregate(server, request, pipelineRequest, 'queryPlanner');
  }
  if (!options.has('cursor')) {
    throw failedToParse(
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  }
  const namespace = `${request.db}.${pipelineRequest.name ?? '$cmd.aggregate'}`;
  const documents = await openDocuments(request, server, pipelineRequest);
  return server.cursors.open(
    {
      namespace,
      documents,
      batchSize: cursorBatchSize(request),
      session: request.session,
      maxTimeMs: request.maxTimeMs,
    },
    request.budget,
  );
}

/** Reads an aggregate command, or the one inside of an explain. */
export function readAggregate(options: Arguments, request: CommandRequest): PipelineRequest {
  const target = options.value('aggregate');
  const pipeline = options.value('pipeline');
  if (!Array.isArray(pipeline)) {
    throw new CommandError(14, 'TypeMismatch', "'pipeline' option must be specified as an array");
  }
  return {
    db: request.db,
    name: isNumber(target) ? undefined : checkedName(request.db, target),
    pipeline: pipeline as Doc[],
    collation: options.collation(),
    hint: options.hint(),
    variables: request.variables,
    command: request.body,
  };
}

/** Refuses to explain an aggregation that comes with a write concern. */
export function refuseWriteConcern(explained: Arguments): void {
  if (!explained.has('writeConcern')) return;
  throw failedToParse("Aggregation explain does not support the 'writeConcern' option");
}

async function openDocuments(
  request: CommandRequest,
  server: ServerState,
  pipelineRequest: PipelineRequest,
): Promise<Stream<Buffer>> {
  const source = specialSource(server, pipelineRequest);
  if (source) {
    const pipeline = validatePipeline(pipelineRequest.pipeline.slice(1));
    return encodeAll(runOver(server, source, { ...pipelineRequest, pipeline }));
  }
  const pipeline = validatePipeline([...pipelineRequest.pipeline]);
  refuseWithoutCollection(pipelineRequest.name, pipeline);
  const prepared = preparePipeline(server, { ...pipelineRequest, pipeline });
  if (!prepared.output) return pipelineDocuments(server, prepared);
  await writeOutput(request, server, prepared.output, pipelineResults(server, prepared));
  return [];
}

function refuseWithoutCollection(name: string | undefined, pipeline: readonly Doc[]): void {
  if (name !== undefined || (pipeline[0] && getOwn(pipeline[0], '$documents') !== undefined))
    return;
  const stage = Object.keys(pipeline[0] ?? {})[0];
  throw new CommandError(
    73,
    'InvalidNamespace',
    stage === undefined
      ? '{aggregate: 1} is not valid for an empty pipeline.'
      : `{aggregate: 1} is not valid for '${stage}'; a collection is required.`,
  );
}

/** `aggregate`. */
export const aggregateCommands: readonly Command[] = [
  { name: 'aggregate', fields: AGGREGATE_FIELDS, run: aggregate },
];
