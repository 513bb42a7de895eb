import { deserialize, type Document, serialize } from 'bson';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;

/** An answer of the server, and the request that it answers. */
export interface Answer {
  responseTo: number;
  document: Document;
}

/** A connection that says whatever it is told, right or wrong. */
export class RawConnection {
  private received = Buffer.alloc(0);
  private readonly waiting: (() => void)[] = [];
  /** Resolves when the server hung up. */
  readonly closed: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.waiting.splice(0).forEach((wake) => wake());
    });
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port || 27017), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  send(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  /** The next whole answer. */
  async answer(): Promise<Answer> {
    for (;;) {
      if (this.received.length >= 4 && this.received.length >= this.received.readInt32LE(0)) break;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    const message = this.received.subarray(0, this.received.readInt32LE(0));
    this.received = this.received.subarray(message.length);
    const body = message.readInt32LE(12) === OP_REPLY ? HEADER_BYTES + 20 : HEADER_BYTES + 5;
    return { responseTo: message.readInt32LE(8), document: deserialize(message.subarray(body)) };
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Any message with a right header, unless another length is given. */
export function frame(opcode: number, body: Buffer, requestId = 1, length?: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(length ?? HEADER_BYTES + body.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opcode, 12);
  return Buffer.concat([header, body]);
}

/** A command as drivers send it, with a checksum if wanted. */
export function commandMessage(
  command: Document,
  { requestId = 1, checksum = false }: { requestId?: number; checksum?: boolean } = {},
): Buffer {
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(checksum ? CHECKSUM_PRESENT : 0);
  const body = Buffer.concat([flags, Buffer.from([0]), serialize(command)]);
  if (!checksum) return frame(OP_MSG, body, requestId);
  const message = frame(OP_MSG, Buffer.concat([body, Buffer.alloc(4)]), requestId);
  message.writeUInt32LE(crc32c(message.subarray(0, -4)), message.length - 4);
  return message;
}

/** A command with its documents in a section of their own. */
export function sequenceMessage(
  command: Document,
  name: string,
  documents: Document[],
  requestId = 1,
): Buffer {
  const sequence = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((d) => serialize(d))]);
  const size = Buffer.alloc(4);
  size.writeInt32LE(4 + sequence.length);
  const kindOne = [Buffer.from([1]), size, sequence];
  const kindZero = [Buffer.from([0]), serialize(command)];
  return frame(OP_MSG, Buffer.concat([Buffer.alloc(4), ...kindOne, ...kindZero]), requestId);
}

/** The handshake of drivers of old. */
export function legacyQuery(command: Document, namespace = 'admin.$cmd'): Buffer {
  const limits = Buffer.alloc(8);
  limits.writeInt32LE(-1, 4);
  return frame(
    OP_QUERY,
    Buffer.concat([Buffer.alloc(4), Buffer.from(`${namespace}\0`), limits, serialize(command)]),
  );
}

function crc32c(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
