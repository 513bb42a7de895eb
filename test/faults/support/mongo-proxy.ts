import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually } from '../../factories/eventually';

/** Which write is meant. */
export interface WritePoint {
  /** What is written for: a connection, or whatever else is watched under a name. */
  readonly id: string;
  /** Which of its writes since it was watched, counted from 0; the next one unless told. */
  readonly nth?: number;
  /** Only writes of this sort count, such as `update sheet_raw_data`. */
  readonly of?: string;
}

/** A write that waits in the proxy. */
export interface HeldWrite {
  /** Waits until it is there. */
  reached(): Promise<true>;
  /** Lets it go on; one that has not come yet is not held when it comes. */
  release(): void;
  /** Waits until the store has done it. */
  answered(): Promise<true>;
}

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Behind the header come the flags, and the number of the first section, which is the command. */
const COMMAND_AT = HEADER_BYTES + 4 + 1;
const WRITES = new Set(['update', 'findAndModify', 'insert', 'delete']);

/**
 * The proxy through which workers speak with MongoDB. It understands enough of that to know what is
 * written for a connection, and to hold a write of it back: so that something can happen at just
 * that moment.
 */
export class MongoProxy {
  private readonly open = new Set<Socket>();
  private readonly seen = new Map<string, { marks: readonly Buffer[]; writes: string[] }>();
  private readonly holds: Hold[] = [];

  private constructor(
    private readonly store: URL,
    private readonly collections: ReadonlySet<string>,
    private readonly server = createServer(),
  ) {
    server.on('connection', (near) => this.join(near));
  }

  /** Only writes to these collections count. */
  static async to(storeUrl: string, collections: readonly string[]): Promise<MongoProxy> {
    const proxy = new MongoProxy(new URL(storeUrl), new Set(collections));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The address of the store through the proxy. */
  get url(): string {
    const url = new URL(this.store);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    // Whatever the store says of itself, nobody goes past the proxy.
    url.searchParams.set('directConnection', 'true');
    return url.href;
  }

  /** Counts the writes from here on that mention something: its name, or one of these marks. */
  watch(id: string, marks: readonly Buffer[] = [Buffer.from(id)]): void {
    this.seen.set(id, { marks, writes: [] });
  }

  /** What was written for a connection since it was watched. */
  writesOf(id: string): readonly string[] {
    return this.seen.get(id)?.writes ?? [];
  }

  /** Holds a write back that is to come; its connection is watched from now on. */
  hold(point: WritePoint): HeldWrite {
    if (!this.seen.has(point.id)) this.watch(point.id);
    const hold = new Hold(point);
    this.holds.push(hold);
    return hold;
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
    far.pipe(near);
    for await (const message of messagesOf(near)) {
      const hold = this.holdOn(message);
      await hold?.wait();
      if (far.destroyed) continue;
      // On one connection there is one command at a time.
      if (hold) far.once('data', () => hold.noteAnswer());
      far.write(message);
    }
  }

  /** Writes down what a message does, if it writes for a connection that is watched. */
  private holdOn(message: Buffer): Hold | undefined {
    const write = writeOf(message, this.collections);
    if (write === undefined) return undefined;
    for (const [id, { marks, writes }] of this.seen) {
      if (!marks.some((mark) => message.includes(mark))) continue;
      writes.push(write);
      return this.holds.find((hold) => hold.point.id === id && hold.isAt(writes));
    }
    return undefined;
  }
}

class Hold implements HeldWrite {
  private readonly released: Promise<void>;
  private isReached = false;
  private isAnswered = false;
  private free: () => void = () => undefined;

  constructor(readonly point: WritePoint) {
    this.released = new Promise((resolve) => (this.free = resolve));
  }

  /** Whether the last of these writes is the one that is meant. */
  isAt(writes: readonly string[]): boolean {
    const { nth = 0, of } = this.point;
    const counted = of === undefined ? writes : writes.filter((write) => write === of);
    return counted.length === nth + 1 && (of === undefined || writes.at(-1) === of);
  }

  reached(): Promise<true> {
    return eventually(`${this.name} is on its way`, () => this.isReached || undefined);
  }

  answered(): Promise<true> {
    return eventually(`${this.name} is done`, () => this.isAnswered || undefined);
  }

  noteAnswer(): void {
    this.isAnswered = true;
  }

  release(): void {
    this.free();
  }

  private get name(): string {
    const { id, nth = 0, of = '' } = this.point;
    return `write ${nth} ${of} for ${id}`;
  }

  wait(): Promise<void> {
    this.isReached = true;
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

/** Such as `update sheet_raw_data`; undefined for whatever does not write to one of the collections. */
function writeOf(message: Buffer, collections: ReadonlySet<string>): string | undefined {
  if (message.readInt32LE(12) !== OP_MSG || message[COMMAND_AT - 1] !== 0) return undefined;
  const { name, collection } = firstField(message, COMMAND_AT + BSON_LENGTH_BYTES);
  if (!WRITES.has(name) || !collections.has(collection)) return undefined;
  return `${name} ${collection}`;
}

const BSON_LENGTH_BYTES = 4;
const BSON_STRING = 2;

/** The command and its collection; the rest, which may be thousands of rows, is not looked at. */
function firstField(message: Buffer, at: number): { name: string; collection: string } {
  const nameEnd = message.indexOf(0, at + 1);
  const name = message.toString('utf8', at + 1, nameEnd);
  if (message[at] !== BSON_STRING) return { name, collection: '' };
  const valueAt = nameEnd + 1 + BSON_LENGTH_BYTES;
  const valueEnd = valueAt + message.readInt32LE(nameEnd + 1) - 1;
  return { name, collection: message.toString('utf8', valueAt, valueEnd) };
}
