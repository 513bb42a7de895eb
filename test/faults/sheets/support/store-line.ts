import { deserialize } from 'bson';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A write to the store, and at which side of it something is to happen. */
export interface WritePoint {
  /** The connection that is written for. */
  readonly id: string;
  /** Which of its writes since it was watched, counted from 0. */
  readonly nth: number;
  /** Before it gets to the store, or after it was done there and before its writer knows. */
  readonly when: 'before' | 'after';
}

/** The first write of a sort for a connection, which waits before it gets to the store. */
interface FirstOfSort {
  readonly id: string;
  /** Such as `update sheet_raw_data`. */
  readonly first: string;
  readonly when: 'before';
}

/** A write that waits on the line. */
export interface HeldWrite {
  /** Resolves when it waits. */
  readonly reached: Promise<void>;
  /** Lets it go on, or through at once when it comes. */
  release(): void;
}

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Behind the header come the flags, and the number of the first section, which is the command. */
const COMMAND_AT = HEADER_BYTES + 4 + 1;
const WRITES = new Set(['update', 'findAndModify', 'insert', 'delete']);
const COLLECTIONS = new Set(['sheet_raw_data', 'sheet_sync_states', 'sheet_sync_reports']);

/**
 * The line over which workers speak with MongoDB. It understands enough of that to know what is
 * written for a connection, and to hold a write of it back: so that something can happen at just
 * that moment.
 */
export class StoreLine {
  private readonly open = new Set<Socket>();
  private readonly seen = new Map<string, string[]>();
  private readonly holds: Hold[] = [];

  private constructor(
    private readonly store: URL,
    private readonly server = createServer(),
  ) {
    server.on('connection', (near) => this.join(near));
  }

  static async to(storeUrl: string): Promise<StoreLine> {
    const line = new StoreLine(new URL(storeUrl));
    line.server.listen(0, '127.0.0.1');
    await once(line.server, 'listening');
    return line;
  }

  /** The address of the store over the line. */
  get url(): string {
    const url = new URL(this.store);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    // Whatever the store says of itself, nobody goes past the line.
    url.searchParams.set('directConnection', 'true');
    return url.href;
  }

  /** Counts the writes for a connection from here on. */
  watch(id: string): void {
    this.seen.set(id, []);
  }

  /** What was written for a connection since it was watched. */
  writesOf(id: string): readonly string[] {
    return this.seen.get(id) ?? [];
  }

  /** Holds a write to come; its connection is watched from now on. */
  hold(point: WritePoint): HeldWrite {
    return this.add(point);
  }

  private add(point: WritePoint | FirstOfSort): HeldWrite {
    if (!this.seen.has(point.id)) this.watch(point.id);
    const hold = new Hold(point);
    this.holds.push(hold);
    return hold;
  }

  /** The same for the first write of a sort, such as `update sheet_raw_data`. */
  holdFirst(id: string, first: string): HeldWrite {
    return this.add({ id, first, when: 'before' });
  }

  close(): void {
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }

  private join(near: Socket): void {
    const far = connect(Number(this.store.port || 27_017), this.store.hostname);
    for (const socket of [near, far]) {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    this.passOn(near, far).catch(() => near.destroy());
  }

  private async passOn(near: Socket, far: Socket): Promise<void> {
    let answering: Hold | undefined;
    far.on('data', (answer: Buffer) => {
      const hold = answering;
      if (!hold) return void near.write(answer);
      // A held answer has to be whole, and those to small writes come in one piece.
      answering = undefined;
      void hold.wait().then(() => near.write(answer));
    });
    for await (const message of messagesOf(near)) {
      const hold = this.holdOn(message);
      if (hold?.point.when === 'before') await hold.wait();
      if (hold?.point.when === 'after') answering = hold;
      if (!far.destroyed) far.write(message);
    }
  }

  /** Writes down what a message does, if it writes for a connection that is watched. */
  private holdOn(message: Buffer): Hold | undefined {
    const write = writeOf(message);
    if (write === undefined) return undefined;
    for (const [id, writes] of this.seen) {
      if (!message.includes(id)) continue;
      const nth = writes.push(write) - 1;
      return this.holds.find(({ point }) => {
        if (point.id !== id) return false;
        return 'first' in point ? writes.indexOf(point.first) === nth : point.nth === nth;
      });
    }
    return undefined;
  }
}

class Hold implements HeldWrite {
  readonly reached: Promise<void>;
  private readonly released: Promise<void>;
  private reach: () => void = () => undefined;
  private free: () => void = () => undefined;

  constructor(readonly point: WritePoint | FirstOfSort) {
    this.reached = new Promise((resolve) => (this.reach = resolve));
    this.released = new Promise((resolve) => (this.free = resolve));
  }

  release(): void {
    this.free();
  }

  wait(): Promise<void> {
    this.reach();
    return this.released;
  }
}

async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of socket as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
}

/** Such as `update sheet_raw_data`; undefined for whatever writes nothing of the sheet crawler. */
function writeOf(message: Buffer): string | undefined {
  if (message.readInt32LE(12) !== OP_MSG || message[COMMAND_AT - 1] !== 0) return undefined;
  const end = COMMAND_AT + message.readInt32LE(COMMAND_AT);
  const command = deserialize(message.subarray(COMMAND_AT, end));
  const [[name, collection] = []] = Object.entries(command);
  if (!WRITES.has(name ?? '') || !COLLECTIONS.has(String(collection))) return undefined;
  return `${name} ${String(collection)}`;
}
