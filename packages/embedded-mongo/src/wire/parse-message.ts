import { decode, getOwn, isPlainObject, setOwn, type Doc } from '../values';
import { HEADER_BYTES, MessageFlag, OpCode, ProtocolError } from './protocol';

/** A command as it came over the wire. */
export interface WireRequest {
  readonly requestId: number;
  /** The operation code decides the shape of the reply. */
  readonly opCode: typeof OpCode.Message | typeof OpCode.Query;
  readonly body: Doc;
  /** Documents sent beside the body, still BSON: the rows of an insert, the statements of an update. */
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  /** The client sends more and waits for no reply (an unacknowledged write). */
  readonly expectsReply: boolean;
}

const MIN_DOCUMENT_BYTES = 5;
const REQUIRED_FLAGS = 0xffff;
const KNOWN_REQUIRED_FLAGS = MessageFlag.ChecksumPresent | MessageFlag.MoreToCome;

/** Reads one whole message; throws ProtocolError when it is malformed or of an unknown kind. */
export function parseMessage(message: Buffer): WireRequest {
  const opCode = message.readInt32LE(12);
  try {
    if (opCode === OpCode.Message) return parseOpMessage(message);
    if (opCode === OpCode.Query) return parseOpQuery(message);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError(`malformed message: ${(error as Error).message}`);
  }
  throw new ProtocolError(`operation code ${opCode} is not supported`);
}

function parseOpMessage(message: Buffer): WireRequest {
  const flags = message.readUInt32LE(HEADER_BYTES);
  const unknown = flags & REQUIRED_FLAGS & ~KNOWN_REQUIRED_FLAGS;
  if (unknown !== 0) throw new ProtocolError(`unknown required flag bits ${unknown}`);

  const end = message.length - (flags & MessageFlag.ChecksumPresent ? 4 : 0);
  const sequences = new Map<string, readonly Buffer[]>();
  let body: Doc | undefined;
  let position = HEADER_BYTES + 4;
  while (position < end) {
    const kind = message.readUInt8(position++);
    const section = sized(message, position, end);
    if (kind === 0) {
      if (body) throw new ProtocolError('more than one body section');
      body = decode(section);
    } else if (kind === 1) {
      const [name, documents] = parseSequence(section);
      if (sequences.has(name)) throw new ProtocolError(`two document sequences named '${name}'`);
      sequences.set(name, documents);
    } else {
      throw new ProtocolError(`section kind ${kind} is not supported`);
    }
    position += section.length;
  }
  if (!body) throw new ProtocolError('no body section');
  return {
    requestId: message.readInt32LE(4),
    opCode: OpCode.Message,
    body,
    sequences,
    expectsReply: (flags & MessageFlag.MoreToCome) === 0,
  };
}

/** The bytes of something that starts with its own length, checked against its surroundings. */
function sized(message: Buffer, position: number, end: number): Buffer {
  const length = message.readInt32LE(position);
  if (length < MIN_DOCUMENT_BYTES || position + length > end) {
    throw new ProtocolError(`a length of ${length} at byte ${position} leaves its message`);
  }
  return message.subarray(position, position + length);
}

function parseSequence(section: Buffer): [string, Buffer[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new ProtocolError('a document sequence without a name');
  const documents: Buffer[] = [];
  let position = nameEnd + 1;
  while (position < section.length) {
    const document = sized(section, position, section.length);
    documents.push(document);
    position += document.length;
  }
  return [section.toString('utf8', 4, nameEnd), documents];
}

/** The legacy query, which drivers still use for their first hello. */
function parseOpQuery(message: Buffer): WireRequest {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw new ProtocolError('a query without a collection name');
  const namespace = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  if (!namespace.endsWith('.$cmd')) {
    throw new ProtocolError(`legacy queries of collections are not supported (${namespace})`);
  }
  const query = decode(sized(message, nameEnd + 1 + 8, message.length));
  const wrapped = getOwn(query, '$query');
  const body = isPlainObject(wrapped) ? wrapped : query;
  setOwn(body, '$db', namespace.slice(0, -'.$cmd'.length));
  return {
    requestId: message.readInt32LE(4),
    opCode: OpCode.Query,
    body,
    sequences: new Map(),
    expectsReply: true,
  };
}
