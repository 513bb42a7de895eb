import { validatePipeline } from '../aggregate';
import type { Doc } from '../values';
import type { CommandRequest, ServerState } from './command';
import { explainQuery, type Verbosity } from './explain-query';
import { preparePipeline, type PipelineRequest } from './pipeline';

/**
 * Explains an aggregation: the plan of what the planner took over, then the stages that remain.
 * When nothing remains it looks like the explanation of a find.
 */
export async function explainAggregate(
  server: ServerState,
  request: CommandRequest,
  pipelineRequest: PipelineRequest,
  verbosity: Verbosity,
): Promise<Doc> {
  const pipeline = validatePipeline([...pipelineRequest.pipeline]);
  const prepared = preparePipeline(server, { ...pipelineRequest, pipeline });
  const namespace = `${request.db}.${pipelineRequest.name ?? '$cmd.aggregate'}`;
  const query = await explainQuery(
    request,
    server,
    { namespace, collection: prepared.collection, query: prepared.query },
    verbosity,
  );
  const plan: Doc =
    prepared.rest.length === 0 && !prepared.output
      ? query
      : { stages: [{ $cursor: query }, ...prepared.rest, ...pipeline.slice(-1).filter(isOutput)] };
  return {
    explainVersion: '1',
    ...plan,
    command: { ...request.body },
    serverInfo: { host: server.address(), version: '8.0.0' },
    ok: 1,
  };
}

function isOutput(stage: Doc): boolean {
  return Object.hasOwn(stage, '$out') || Object.hasOwn(stage, '$merge');
}
