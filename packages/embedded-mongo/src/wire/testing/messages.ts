import { encode, type Doc } from '../../values';
import { MessageFlag, OpCode } from '../protocol';

/** A whole message around a payload, for specs. */
export function wireMessage(opCode: number, payload: Buffer, requestId = 7): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + payload.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, payload]);
}

/** The body section of an OP_MSG. */
export function bodySection(body: Doc): Buffer {
  return Buffer.concat([Buffer.from([0]), encode(body)]);
}

/** A document sequence of an OP_MSG. */
export function sequenceSection(name: string, documents: readonly Doc[]): Buffer {
  const content = Buffer.concat([
    Buffer.from(`${name}\0`),
    ...documents.map((document) => encode(document)),
  ]);
  const length = Buffer.alloc(4);
  length.writeInt32LE(4 + content.length);
  return Buffer.concat([Buffer.from([1]), length, content]);
}

/** An OP_MSG of sections; with the checksum flag four more bytes follow. */
export function opMessage(sections: readonly Buffer[], flags = 0, requestId = 7): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeUInt32LE(flags);
  const checksum = flags & MessageFlag.ChecksumPresent ? [Buffer.alloc(4, 0xab)] : [];
  return wireMessage(OpCode.Message, Buffer.concat([bits, ...sections, ...checksum]), requestId);
}

/** A legacy OP_QUERY. */
export function opQuery(namespace: string, query: Doc): Buffer {
  const payload = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(`${namespace}\0`),
    Buffer.alloc(8),
    encode(query),
  ]);
  return wireMessage(OpCode.Query, payload);
}
