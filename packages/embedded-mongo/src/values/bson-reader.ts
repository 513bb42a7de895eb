import { invalidBson } from '../errors';
import { BsonType } from './bson-types';
import { NameTable } from './name-table';

const names = new NameTable();
const SMALLEST_DOCUMENT = 5;
/** Up to here, building a string from its characters is quicker than a call into the decoder. */
const SHORT_TEXT = 24;

/**
 * Reads the pieces of BSON out of a buffer. Each call says where the document around it ends, and
 * nothing is ever read or skipped past that: bytes from a client may say anything.
 */
export class BsonReader {
  /** Where the next byte is read. */
  position = 0;
  private readonly buffer: Buffer;

  constructor(bytes: Uint8Array) {
    this.buffer = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The end of all bytes, which is the limit for the root document. */
  get size(): number {
    return this.buffer.length;
  }

  /** Enters a document or array inside of `limit` and returns where its closing zero byte is. */
  openDocument(limit: number): number {
    const start = this.position;
    const size = this.int32(limit);
    const end = start + size - 1;
    if (size < SMALLEST_DOCUMENT || end >= limit || this.buffer[end] !== 0)
      throw invalidBson(`Invalid BSON document size ${size}`);
    return end;
  }

  /** The type of the next element, or 0 when the document is over. */
  type(end: number): number {
    const { position } = this;
    const type = this.buffer[position] as number;
    this.position = position + 1;
    if ((type === 0) !== (position === end))
      throw invalidBson('BSON document ends where it should not');
    return type;
  }

  /** The name of an element. */
  name(end: number): string {
    const start = this.position;
    const stop = this.skipCString(end);
    return names.find(this.buffer, start, stop) ?? this.buffer.toString('utf8', start, stop);
  }

  /** A text that ends with a zero byte. */
  cString(end: number): string {
    const start = this.position;
    const stop = this.skipCString(end);
    return this.text(start, stop);
  }

  /** Passes a zero-terminated text and returns where its zero is. */
  skipCString(end: number): number {
    const { buffer } = this;
    let stop = this.position;
    while (buffer[stop] !== 0) stop++;
    // The document's own closing zero ends every search, but it is not part of any text.
    if (stop >= end) throw invalidBson('Unterminated text in BSON document');
    this.position = stop + 1;
    return stop;
  }

  /** A text with its length in front. */
  string(end: number): string {
    const length = this.int32(end);
    const start = this.position;
    const stop = start + length - 1;
    if (length < 1 || stop >= end || this.buffer[stop] !== 0)
      throw invalidBson(`Invalid string length ${length} in BSON document`);
    this.position = stop + 1;
    return this.text(start, stop);
  }

  byte(end: number): number {
    return this.buffer[this.advance(1, end)] as number;
  }

  int32(end: number): number {
    const at = this.advance(4, end);
    const { buffer } = this;
    return (
      (buffer[at] as number) |
      ((buffer[at + 1] as number) << 8) |
      ((buffer[at + 2] as number) << 16) |
      ((buffer[at + 3] as number) << 24)
    );
  }

  double(end: number): number {
    return this.buffer.readDoubleLE(this.advance(8, end));
  }

  /** A length that has to lie within the document. */
  length(end: number): number {
    const length = this.int32(end);
    if (length < 0 || length > end - this.position)
      throw invalidBson(`Invalid length ${length} in BSON document`);
    return length;
  }

  /** A view of the next bytes, good until the buffer is used for something else. */
  bytes(length: number, end: number): Buffer {
    const at = this.advance(length, end);
    return this.buffer.subarray(at, at + length);
  }

  /** A copy of the next bytes: the storage reuses its buffers. */
  copy(length: number, end: number): Buffer {
    return Buffer.from(this.bytes(length, end));
  }

  /** Passes a value without looking into it. */
  skipValue(type: number, end: number): void {
    switch (type) {
      case BsonType.undefined:
      case BsonType.null:
      case BsonType.minKey:
      case BsonType.maxKey:
        return;
      case BsonType.boolean:
        this.advance(1, end);
        return;
      case BsonType.int32:
        this.advance(4, end);
        return;
      case BsonType.double:
      case BsonType.date:
      case BsonType.timestamp:
      case BsonType.int64:
        this.advance(8, end);
        return;
      case BsonType.objectId:
        this.advance(12, end);
        return;
      case BsonType.decimal128:
        this.advance(16, end);
        return;
      case BsonType.string:
      case BsonType.code:
      case BsonType.symbol:
        this.advance(this.length(end), end);
        return;
      case BsonType.binary:
        this.advance(this.length(end) + 1, end);
        return;
      case BsonType.dbPointer:
        this.advance(this.length(end) + 12, end);
        return;
      case BsonType.document:
      case BsonType.array:
      case BsonType.codeWithScope:
        this.skipContainer(end);
        return;
      case BsonType.regex:
        this.skipCString(end);
        this.skipCString(end);
        return;
      default:
        throw invalidBson(`Unrecognized BSON type ${type} in document`);
    }
  }

  /** The length of a document counts its own four bytes. */
  private skipContainer(end: number): void {
    const size = this.int32(end);
    if (size < SMALLEST_DOCUMENT) throw invalidBson(`Invalid BSON document size ${size}`);
    this.advance(size - 4, end);
  }

  private advance(length: number, end: number): number {
    const at = this.position;
    if (at + length > end) throw invalidBson('BSON value exceeds its document');
    this.position = at + length;
    return at;
  }

  private text(start: number, stop: number): string {
    const { buffer } = this;
    if (stop - start > SHORT_TEXT) return buffer.toString('utf8', start, stop);
    let text = '';
    for (let index = start; index < stop; index++) {
      const byte = buffer[index] as number;
      if (byte > 0x7f) return buffer.toString('utf8', start, stop);
      text += String.fromCharCode(byte);
    }
    return text;
  }
}
