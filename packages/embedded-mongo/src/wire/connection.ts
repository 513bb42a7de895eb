import type { Socket } from 'node:net';
import type { ClientConnection, CommandRunner } from '../commands';
import type { Doc } from '../values';
import { encodeReply } from './encode-reply';
import { MessageFramer } from './message-framer';
import { parseMessage, type WireRequest } from './parse-message';
import { HEADER_BYTES, OpCode, ProtocolError } from './protocol';

/** What answers commands. */
export type Runner = Pick<CommandRunner, 'run'>;

/** Bytes of requests that may wait for their turn before the client is asked to stop sending. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * One client: reads its messages, answers them one after the other in the order they came, and
 * reads no faster than it answers. A message that breaks the protocol closes this connection only.
 */
export class Connection {
  private readonly framer = new MessageFramer();
  private readonly client: ClientConnection;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  /** Settles when nothing waits for an answer any more. */
  private answering: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly socket: Socket,
    id: number,
    private readonly runner: Runner,
    private readonly onProtocolError: (error: ProtocolError) => void,
  ) {
    this.client = { id, remote: `${socket.remoteAddress ?? ''}:${socket.remotePort ?? 0}` };
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    // The close that follows an error does what is to be done.
    socket.on('error', () => undefined);
    socket.on('close', () => this.onClose());
  }

  /** Cuts the connection, interrupts the command that runs for it and waits until it has ended. */
  async close(): Promise<void> {
    this.socket.destroy();
    this.onClose();
    await this.answering;
  }

  private receive(chunk: Buffer): void {
    let messages: Buffer[];
    try {
      messages = this.framer.push(chunk);
    } catch (error) {
      this.refuse(error);
      return;
    }
    for (const message of messages) {
      this.waiting.push(message);
      this.waitingBytes += message.length;
    }
    if (this.waitingBytes > MAX_WAITING_BYTES) this.socket.pause();
    this.answering ??= this.answerWaiting().finally(() => (this.answering = undefined));
  }

  private async answerWaiting(): Promise<void> {
    try {
      for (let message = this.next(); message; message = this.next()) await this.answer(message);
    } catch (error) {
      this.refuse(error);
    }
  }

  private next(): Buffer | undefined {
    if (this.closed) return undefined;
    const message = this.waiting.shift();
    if (message) {
      this.waitingBytes -= message.length;
      if (this.waitingBytes <= MAX_WAITING_BYTES && this.socket.isPaused()) this.socket.resume();
    }
    return message;
  }

  private async answer(message: Buffer): Promise<void> {
    let request: WireRequest;
    try {
      request = parseMessage(message);
    } catch (error) {
      await this.explain(message, error as ProtocolError);
      throw error;
    }
    if (request.opCode === OpCode.Query && !isHandshake(request)) {
      await this.send(encodeReply(unsupportedQuery(request), request.requestId, request.opCode));
      return;
    }
    const reply = await this.runner.run(request, this.client);
    if (!request.expectsReply) return;
    await this.send(encodeReply(reply, request.requestId, request.opCode));
  }

  /** Tells the client what was wrong, as far as its message can be answered at all. */
  private async explain(message: Buffer, error: ProtocolError): Promise<void> {
    if (message.length < HEADER_BYTES || message.readInt32LE(12) !== OpCode.Message) return;
    const reply = { ok: 0, errmsg: error.message, code: 17, codeName: 'ProtocolError' };
    await this.send(encodeReply(reply, message.readInt32LE(4), OpCode.Message));
  }

  private async send(pieces: readonly Buffer[]): Promise<void> {
    if (this.closed) return;
    this.socket.cork();
    let flowing = true;
    for (const piece of pieces) flowing = this.socket.write(piece);
    this.socket.uncork();
    if (!flowing) await this.drained();
  }

  /** Waits until a slow reader has taken what was sent, or has gone. */
  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.socket.off('drain', done);
        this.socket.off('close', done);
        resolve();
      };
      this.socket.on('drain', done);
      this.socket.on('close', done);
    });
  }

  private refuse(error: unknown): void {
    if (error instanceof ProtocolError) this.onProtocolError(error);
    this.waiting = [];
    this.waitingBytes = 0;
    // Lets an explanation that was written reach the client before the end.
    this.socket.end(() => this.socket.destroy());
    if (!(error instanceof ProtocolError)) this.socket.destroy();
  }

  private onClose(): void {
    this.closed = true;
    this.waiting = [];
    this.client.current?.kill();
  }
}

const HANDSHAKES: readonly string[] = ['hello', 'isMaster', 'ismaster'];

function isHandshake({ body }: WireRequest): boolean {
  return HANDSHAKES.includes(Object.keys(body)[0] ?? '');
}

function unsupportedQuery({ body }: WireRequest): Doc {
  return {
    ok: 0,
    errmsg: `Unsupported OP_QUERY command: ${Object.keys(body)[0]}. The client driver may require an upgrade.`,
    code: 352,
    codeName: 'UnsupportedOpQueryCommand',
  };
}
