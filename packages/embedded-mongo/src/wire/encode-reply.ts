import { CursorReply } from '../cursors';
import { encode, type Doc } from '../values';
import { HEADER_BYTES, OpCode } from './protocol';

const OK_ELEMENT = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f', 'latin1');
const END = Buffer.from([0]);
const AWAIT_CAPABLE = 8;

let lastReplyId = 0;

/** The bytes of a reply to `requestId`, in pieces, so that a large batch is not copied together. */
export function encodeReply(
  reply: Doc | CursorReply,
  requestId: number,
  opCode: typeof OpCode.Message | typeof OpCode.Query,
): Buffer[] {
  const body = reply instanceof CursorReply ? encodeCursor(reply) : [encode(reply)];
  const bodyBytes = body.reduce((total, piece) => total + piece.length, 0);
  const prefix = opCode === OpCode.Message ? messagePrefix() : replyPrefix();
  return [header(HEADER_BYTES + prefix.length + bodyBytes, requestId, opCode), prefix, ...body];
}

function header(
  length: number,
  requestId: number,
  opCode: typeof OpCode.Message | typeof OpCode.Query,
): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES);
  lastReplyId = (lastReplyId + 1) & 0x7fffffff;
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(lastReplyId, 4);
  bytes.writeInt32LE(requestId, 8);
  bytes.writeInt32LE(opCode === OpCode.Message ? OpCode.Message : OpCode.Reply, 12);
  return bytes;
}

/** No flags, then a section of kind 0. */
function messagePrefix(): Buffer {
  return Buffer.alloc(5);
}

/** Flags, cursor id 0, starting from 0, one document. */
function replyPrefix(): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.writeInt32LE(AWAIT_CAPABLE, 0);
  bytes.writeInt32LE(1, 16);
  return bytes;
}

/** `{ cursor: { <batch>: [documents], id, ns }, ...extra, ok: 1 }` around documents that are BSON. */
function encodeCursor(reply: CursorReply): Buffer[] {
  const batch: Buffer[] = [];
  let batchBytes = 5;
  reply.documents.forEach((document, index) => {
    const key = elementKey(0x03, String(index));
    batch.push(key, document);
    batchBytes += key.length + document.length;
  });

  const id = Buffer.alloc(8);
  id.writeBigInt64LE(reply.cursorId);
  const namespace = Buffer.from(`${reply.namespace}\0`);
  const tail = Buffer.concat([
    END,
    elementKey(0x12, 'id'),
    id,
    elementKey(0x02, 'ns'),
    int32(namespace.length),
    namespace,
    END,
  ]);
  const batchKey = elementKey(0x04, reply.batchName);
  // The tail starts with the byte that ends the batch, which batchBytes counts already.
  const cursorBytes = 4 + batchKey.length + batchBytes + tail.length - 1;

  const cursorKey = elementKey(0x03, 'cursor');
  const extra = elementsOf(reply.extra);
  const total = 4 + cursorKey.length + cursorBytes + extra.length + OK_ELEMENT.length + 1;
  return [
    Buffer.concat([int32(total), cursorKey, int32(cursorBytes), batchKey, int32(batchBytes)]),
    ...batch,
    tail,
    Buffer.concat([extra, OK_ELEMENT, END]),
  ];
}

/** A document's elements without its length and its end. */
function elementsOf(document: Doc): Buffer {
  return encode(document).subarray(4, -1);
}

function elementKey(type: number, name: string): Buffer {
  return Buffer.from(`${String.fromCharCode(type)}${name}\0`, 'latin1');
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32LE(value);
  return bytes;
}
