import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientConnection, CommandReply, IncomingCommand } from '../commands';
import { deadlineBudget } from '../stream';
import { decode, type Doc } from '../values';
import { Connection } from './connection';
import { Listener } from './listener';
import { MessageFramer } from './message-framer';
import { MessageFlag } from './protocol';
import { bodySection, opMessage, opQuery, wireMessage } from './testing/messages';

type Answer = (incoming: IncomingCommand, connection: ClientConnection) => Promise<CommandReply>;

/** A client that speaks in raw bytes. */
class RawClient {
  private readonly framer = new MessageFramer();
  private readonly replies: Buffer[] = [];

  constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.replies.push(...this.framer.push(chunk)));
    socket.on('error', () => undefined);
  }

  send(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  async reply(): Promise<Doc> {
    while (this.replies.length === 0) {
      if (this.socket.destroyed) throw new Error('the connection was closed');
      await delay(2);
    }
    const message = this.replies.shift() ?? Buffer.alloc(0);
    return decode(message.subarray(message.readInt32LE(12) === 1 ? 36 : 21));
  }

  async closed(): Promise<void> {
    if (!this.socket.destroyed) await once(this.socket, 'close');
  }
}

describe('Connection', () => {
  let listener: Listener;
  let port: number;
  let answer: Answer;
  const clients: RawClient[] = [];
  const accepted: Connection[] = [];

  async function client(to = port): Promise<RawClient> {
    const socket = connect(to, '127.0.0.1');
    await once(socket, 'connect');
    const raw = new RawClient(socket);
    clients.push(raw);
    return raw;
  }

  /** A client, and the socket that the server has for it. */
  async function bothEnds(): Promise<{ raw: RawClient; served: Socket }> {
    const server = createServer().listen(0, '127.0.0.1');
    const connection = once(server, 'connection') as Promise<[Socket]>;
    await once(server, 'listening');
    const raw = await client((server.address() as AddressInfo).port);
    const [served] = await connection;
    server.close();
    const runner = {
      run: (incoming: IncomingCommand, of: ClientConnection) => answer(incoming, of),
    };
    accepted.push(new Connection(served, 1, runner, () => undefined));
    return { raw, served };
  }

  beforeEach(async () => {
    answer = ({ body }) => Promise.resolve({ ...body, ok: 1 });
    listener = new Listener({ run: (incoming, connection) => answer(incoming, connection) });
    port = await listener.listen(0, '127.0.0.1');
  });

  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.destroy();
    await Promise.all(accepted.splice(0).map((connection) => connection.close()));
    await listener.close();
  });

  it('answers in the order of the requests, however long each takes', async () => {
    answer = async ({ body }) => {
      await delay(body['n'] === 1 ? 30 : 0);
      return { n: body['n'], ok: 1 };
    };
    const raw = await client();
    raw.send(Buffer.concat([1, 2, 3].map((n) => opMessage([bodySection({ ping: 1, n })], 0, n))));
    expect([await raw.reply(), await raw.reply(), await raw.reply()].map(({ n }) => n)).toEqual([
      1, 2, 3,
    ]);
  });

  it('does not reply to what asks for no reply', async () => {
    const raw = await client();
    raw.send(opMessage([bodySection({ insert: 'c' })], MessageFlag.MoreToCome));
    raw.send(opMessage([bodySection({ ping: 1 })]));
    expect(await raw.reply()).toMatchObject({ ping: 1 });
  });

  it('takes legacy queries for the handshake alone', async () => {
    const raw = await client();
    raw.send(opQuery('admin.$cmd', { isMaster: 1 }));
    expect(await raw.reply()).toMatchObject({ isMaster: 1, ok: 1 });
    raw.send(opQuery('admin.$cmd', { find: 'c' }));
    expect(await raw.reply()).toMatchObject({ ok: 0, code: 352 });
  });

  it.each([
    ['an impossible length', Buffer.from([1, 0, 0, 0])],
    ['an oversized message', Buffer.from([0xff, 0xff, 0xff, 0x7f])],
    ['an unknown operation', wireMessage(9999, Buffer.alloc(4))],
    ['a message without a body', opMessage([])],
  ])('closes the connection upon %s and no other', async (_what, bytes) => {
    const good = await client();
    const bad = await client();
    bad.send(bytes);
    await bad.closed();
    good.send(opMessage([bodySection({ ping: 1 })]));
    expect(await good.reply()).toMatchObject({ ping: 1, ok: 1 });
    expect(listener.counts().current).toBe(1);
  });

  it('says what was wrong before it closes', async () => {
    const raw = await client();
    raw.send(opMessage([Buffer.from([7, 5, 0, 0, 0, 0])]));
    expect(await raw.reply()).toMatchObject({ ok: 0, codeName: 'ProtocolError' });
    await raw.closed();
  });

  it('interrupts the command of a client that goes away', async () => {
    const budget = deadlineBudget();
    let isRunning = false;
    let interrupted = false;
    answer = async (_incoming, connection) => {
      connection.current = budget;
      isRunning = true;
      while (!interrupted) {
        await delay(2);
        try {
          budget.check();
        } catch {
          interrupted = true;
        }
      }
      return { ok: 1 };
    };
    const raw = await client();
    raw.send(opMessage([bodySection({ ping: 1 })]));
    while (!isRunning) await delay(2);
    expect(interrupted).toBe(false);
    raw.socket.destroy();
    while (!interrupted) await delay(2);
    expect(interrupted).toBe(true);
  });

  it('stops reading from a client that sends faster than it is answered', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let answered = 0;
    answer = async () => {
      await gate;
      answered++;
      return { ok: 1 };
    };
    const { raw, served } = await bothEnds();
    const large = opMessage([bodySection({ insert: 'c', filler: 'x'.repeat(512 * 1024) })]);
    const paused = once(served, 'pause');
    for (let index = 0; index < 40; index++) raw.send(large);
    await paused;
    // One message is being answered, and what waits is little more than a megabyte.
    expect(served.bytesRead).toBeLessThan(5 * large.length);
    release();
    for (let index = 0; index < 40; index++) expect(await raw.reply()).toMatchObject({ ok: 1 });
    expect(answered).toBe(40);
  });

  it('waits for a slow reader before it runs the next command', async () => {
    let answered = 0;
    const unsent: number[] = [];
    const { raw, served } = await bothEnds();
    answer = () => {
      answered++;
      unsent.push(served.writableLength);
      return Promise.resolve({ filler: 'x'.repeat(8 * 1024 * 1024), ok: 1 });
    };
    raw.socket.pause();
    for (let index = 0; index < 20; index++) raw.send(opMessage([bodySection({ find: 'c' })]));
    while (!served.writableNeedDrain) await delay(2);
    expect(answered).toBeLessThan(5);
    raw.socket.resume();
    for (let index = 0; index < 20; index++) await raw.reply();
    expect(answered).toBe(20);
    expect(unsent).toEqual(Array.from({ length: 20 }, () => 0));
  });
});
