import type { CollectionInfo, FindQuery, PlanSummary } from '../engine';
import { compileFilter } from '../match';
import type { Doc } from '../values';
import type { CommandRequest, ServerState } from './command';
import { describePlan } from './plan-description';
import { executionStatistics } from './plan-execution';

/** How much an explain tells. */
export type Verbosity = 'queryPlanner' | 'executionStats' | 'allPlansExecution';

/** A query to be explained. */
export interface ExplainedQuery {
  readonly namespace: string;
  readonly collection: CollectionInfo | undefined;
  readonly query: FindQuery;
  readonly projection?: Doc | undefined;
  /** Stage that stands above the query: COUNT, UPDATE, DELETE. */
  readonly above?: string;
}

/** `queryPlanner` and, when asked for, `executionStats` of a query. */
export async function explainQuery(
  request: CommandRequest,
  server: ServerState,
  explained: ExplainedQuery,
  verbosity: Verbosity,
): Promise<Doc> {
  const { namespace, collection, query, projection, above } = explained;
  compileFilter(
    query.filter,
    server.engine.matchOptions(collection, query.collation, query.variables),
  );
  const plan: PlanSummary = collection
    ? server.engine.explain(collection, query)
    : { stage: 'EOF', direction: 'forward', sortInMemory: false, exact: true };
  const access = describePlan(plan, query, projection);
  const winningPlan = above === undefined ? access : { stage: above, inputStage: access };
  return {
    queryPlanner: {
      namespace,
      parsedQuery: query.filter,
      indexFilterSet: false,
      optimizedPipeline: false,
      maxIndexedOrSolutionsReached: false,
      maxIndexedAndSolutionsReached: false,
      maxScansToExplodeReached: false,
      winningPlan,
      rejectedPlans: [],
    },
    ...(verbosity === 'queryPlanner'
      ? {}
      : {
          executionStats: await executionStatistics(
            request,
            server,
            collection,
            query,
            plan,
            winningPlan,
          ),
        }),
  };
}
