import { CommandError, badValue } from '../errors';
import { isPlainObject, type Doc } from '../values';
import { readAggregate, refuseWriteConcern } from './aggregate';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { readCount, readDistinct } from './count-and-distinct';
import { explainAggregate } from './explain-aggregate';
import { explainQuery, type ExplainedQuery, type Verbosity } from './explain-query';
import { readFind } from './find-options';
import { checkedName, resolveView } from './namespace';

const VERBOSITIES: readonly Verbosity[] = ['queryPlanner', 'executionStats', 'allPlansExecution'];

async function explain(request: CommandRequest, server: ServerState): Promise<Doc> {
  const options = new Arguments('explain', request.body);
  const command = options.requiredDocument('explain');
  const verbosity = readVerbosity(options);
  const name = Object.keys(command)[0] ?? '';
  const inner = new Arguments(name, command);
  if (name === 'aggregate') {
    refuseWriteConcern(inner);
    return explainAggregate(server, request, readAggregate(inner, request), verbosity);
  }
  const collection = checkedName(request.db, command[name]);
  const target = resolveView(server, request.db, collection);
  if (target.view) {
    const query = queryOf(name, inner, request).query;
    const pipelineRequest = {
      db: request.db,
      name: collection,
      pipeline: [{ $match: query.filter }, ...(query.sort ? [{ $sort: query.sort }] : [])],
      collation: query.collation,
      hint: undefined,
      variables: request.variables,
    };
    return explainAggregate(server, request, pipelineRequest, verbosity);
  }
  const explained: ExplainedQuery = {
    namespace: `${request.db}.${collection}`,
    collection: target.collection,
    ...queryOf(name, inner, request),
  };
  return {
    explainVersion: '1',
    ...(await explainQuery(request, server, explained, verbosity)),
    command,
    serverInfo: { host: server.address(), version: '8.0.0' },
    ok: 1,
  };
}

function readVerbosity(options: Arguments): Verbosity {
  const value = options.string('verbosity') ?? 'allPlansExecution';
  const verbosity = VERBOSITIES.find((known) => known === value);
  if (verbosity) return verbosity;
  throw badValue(
    `Enumeration value '${value}' for field 'explain.verbosity' is not a valid value.`,
  );
}

/** What a command looks for; explaining a write changes nothing. */
function queryOf(
  name: string,
  command: Arguments,
  request: CommandRequest,
): Pick<ExplainedQuery, 'query' | 'projection' | 'above'> {
  switch (name) {
    case 'find': {
      const { query, projection } = readFind(command, request);
      return { query, projection };
    }
    case 'count':
      return { query: readCount(command, request), above: 'COUNT' };
    case 'distinct':
      return { query: readDistinct(command, request) };
    case 'update':
      return { query: statementQuery(command, 'updates', request), above: 'UPDATE' };
    case 'delete':
      return { query: statementQuery(command, 'deletes', request), above: 'DELETE' };
    case 'findAndModify':
    case 'findandmodify': {
      const query = { ...readDistinct(command, request), sort: command.sort() };
      return { query, above: command.boolean('remove') ? 'DELETE' : 'UPDATE' };
    }
    default:
      throw new CommandError(
        59,
        'CommandNotFound',
        `Explain failed due to unknown command: ${name}`,
      );
  }
}

function statementQuery(
  command: Arguments,
  field: string,
  request: CommandRequest,
): ExplainedQuery['query'] {
  const [statement] = command.requiredArray(field);
  const options = new Arguments(field, isPlainObject(statement) ? statement : {});
  return {
    filter: options.requiredDocument('q'),
    collation: options.collation(),
    hint: options.hint(),
    sort: options.sort(),
    variables: request.variables,
  };
}

/** `explain`: which plan a command would use, and on request how it went. */
export const explainCommands: readonly Command[] = [
  { name: 'explain', fields: ['verbosity'], run: explain },
];
