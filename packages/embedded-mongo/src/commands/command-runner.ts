import { evaluateLet } from '../aggregate';
import { CommandError, unsupported } from '../errors';
import { deadlineBudget } from '../stream';
import { getOwn } from '../values';
import { checkApiVersion } from './api-version';
import { Arguments } from './arguments';
import type {
  ClientConnection,
  Command,
  CommandReply,
  CommandRequest,
  IncomingCommand,
  ServerState,
} from './command';
import type { CommandRegistry } from './command-registry';
import { errorReply } from './error-reply';
import { sessionKey } from './session-key';
import { refuseTransactions } from './transactions';
import { checkWriteConcern } from './write-concern';

/** Fields that any command may carry. */
const GENERIC_FIELDS: ReadonlySet<string> = new Set([
  '$audit',
  '$clusterTime',
  '$configServerState',
  '$configTime',
  '$db',
  '$readPreference',
  '$topologyTime',
  'apiDeprecationErrors',
  'apiStrict',
  'apiVersion',
  'autocommit',
  'clientOperationKey',
  'collectionUUID',
  'comment',
  'databaseVersion',
  'help',
  'lsid',
  'maxTimeMS',
  'maxTimeMSOpOnly',
  'rawData',
  'readConcern',
  'shardVersion',
  'startTransaction',
  'stmtId',
  'stmtIds',
  'txnNumber',
  'writeConcern',
]);

const SERVER_SIDE_JAVASCRIPT: ReadonlySet<string> = new Set([
  '$eval',
  'eval',
  'group',
  'mapReduce',
  'mapreduce',
]);

/** Runs commands: finds them, checks what is common to all, and turns failures into replies. */
export class CommandRunner {
  constructor(
    private readonly registry: CommandRegistry,
    private readonly server: ServerState,
    /** Told of failures that are not the client's doing. */
    private readonly onInternalError: (error: unknown) => void = () => undefined,
  ) {}

  /** The reply to a command. It never rejects: an error is a reply too. */
  async run(incoming: IncomingCommand, connection: ClientConnection): Promise<CommandReply> {
    try {
      const name = Object.keys(incoming.body)[0] ?? '';
      const command = this.find(name);
      const request = prepare(name, command, incoming, connection);
      connection.current = request.budget;
      return await command.run(request, this.server);
    } catch (error) {
      return errorReply(error, this.onInternalError);
    } finally {
      connection.current = undefined;
    }
  }

  private find(name: string): Command {
    const command = this.registry.find(name);
    if (command) return command;
    if (SERVER_SIDE_JAVASCRIPT.has(name)) throw unsupported(`server-side JavaScript (${name})`);
    throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`);
  }
}

function prepare(
  name: string,
  command: Command,
  incoming: IncomingCommand,
  connection: ClientConnection,
): CommandRequest {
  const options = new Arguments(name, incoming.body);
  const db = options.string('$db') ?? 'admin';
  checkDatabaseName(db);
  if (command.adminOnly && db !== 'admin') {
    throw new CommandError(
      13,
      'Unauthorized',
      `${command.name} may only be run against the admin database.`,
    );
  }
  checkApiVersion(command, options);
  refuseUnknownFields(name, command, incoming);
  refuseTransactions(options);
  checkReadConcern(options);
  checkWriteConcern(options);
  // In getMore the time limit is the wait for new documents of a tailable cursor.
  const maxTimeMs = options.integer('maxTimeMS');
  if (maxTimeMs !== undefined && maxTimeMs < 0) {
    throw new CommandError(2, 'BadValue', `${maxTimeMs} value for maxTimeMS is out of range`);
  }
  return {
    ...incoming,
    name,
    db,
    connection,
    budget: deadlineBudget(maxTimeMs),
    maxTimeMs: maxTimeMs || undefined,
    variables: evaluateLet(options.document('let')),
    session: sessionKey(options.document('lsid')),
  };
}

function checkDatabaseName(db: string): void {
  if (db.length > 0 && db.length < 64 && !/[\0/\\. "$]/.test(db)) return;
  throw new CommandError(73, 'InvalidNamespace', `Invalid database name: '${db}'`);
}

function refuseUnknownFields(name: string, command: Command, incoming: IncomingCommand): void {
  if (!command.fields) return;
  for (const field of [...Object.keys(incoming.body).slice(1), ...incoming.sequences.keys()]) {
    if (GENERIC_FIELDS.has(field) || command.fields.includes(field)) continue;
    throw new CommandError(
      40415,
      'IDLUnknownField',
      `BSON field '${name}.${field}' is an unknown field.`,
    );
  }
}

function checkReadConcern(options: Arguments): void {
  const level = getOwn(options.document('readConcern') ?? {}, 'level');
  if (level === 'snapshot' || level === 'linearizable') {
    throw new CommandError(
      123,
      'NotAReplicaSet',
      `node needs to be a replica set member to use read concern level ${level}`,
    );
  }
}
