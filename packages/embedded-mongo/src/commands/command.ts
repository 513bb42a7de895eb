import type { CursorRegistry, CursorReply } from '../cursors';
import type { Engine } from '../engine';
import type { KillableBudget } from '../stream';
import type { Doc } from '../values';

/** The client at the other end of a socket. */
export interface ClientConnection {
  readonly id: number;
  /** host:port of the client. */
  readonly remote: string;
  /** The budget of the command it runs now, so that a closed socket can end it. */
  current?: KillableBudget | undefined;
}

/** A command as the wire hands it over. */
export interface IncomingCommand {
  readonly body: Doc;
  /** Documents that were sent beside the body, still BSON, by the name of their field. */
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
}

/** What commands may use of the server they run in. */
export interface ServerState {
  readonly engine: Engine;
  readonly cursors: CursorRegistry;
  readonly startedAt: Date;
  /** host:port the server listens on. */
  address(): string;
  connectionCounts(): { current: number; totalCreated: number };
  /** Changes how often expired documents are removed. */
  setTtlInterval(milliseconds: number): void;
}

/** One command being run. */
export interface CommandRequest extends IncomingCommand {
  /** The name the client used, which may be an alias. */
  readonly name: string;
  readonly db: string;
  readonly connection: ClientConnection;
  readonly budget: KillableBudget;
  /** The time limit of the client, for what goes on after this command: its cursor. */
  readonly maxTimeMs: number | undefined;
  /** Variables of `let`, evaluated. */
  readonly variables: Doc | undefined;
  /** A key for the client's session. */
  readonly session: string | undefined;
}

/** A plain document, or a batch of documents that are BSON already. */
export type CommandReply = Doc | CursorReply;

/** A command of the protocol. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** All fields it takes beside the generic ones; another one is refused. Absent: not checked. */
  readonly fields?: readonly string[];
  /** It may only be run against the admin database. */
  readonly adminOnly?: boolean;
  run(request: CommandRequest, server: ServerState): CommandReply | Promise<CommandReply>;
}
