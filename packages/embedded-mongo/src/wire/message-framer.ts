import { HEADER_BYTES, MAX_MESSAGE_BYTES, ProtocolError } from './protocol';

/**
 * Cuts the byte stream of one connection into whole messages. It never holds more than one
 * unfinished message, whose length is checked before its bytes are collected.
 */
export class MessageFramer {
  private chunks: Buffer[] = [];
  private available = 0;
  private expected: number | undefined;

  constructor(private readonly maxBytes: number = MAX_MESSAGE_BYTES) {}

  /** Adds what arrived and returns the messages it completed; throws ProtocolError. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.available += chunk.length;
    const messages: Buffer[] = [];
    for (;;) {
      this.expected ??= this.readLength();
      if (this.expected === undefined || this.available < this.expected) return messages;
      messages.push(this.take(this.expected));
      this.expected = undefined;
    }
  }

  private readLength(): number | undefined {
    if (this.available < 4) return undefined;
    const length = this.joined(4).readInt32LE(0);
    if (length < HEADER_BYTES || length > this.maxBytes) {
      throw new ProtocolError(`message length ${length} is not between 16 and ${this.maxBytes}`);
    }
    return length;
  }

  private take(length: number): Buffer {
    const all = this.joined(length);
    const rest = all.subarray(length);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.available = rest.length;
    return all.subarray(0, length);
  }

  /** The first chunk, made to hold at least `length` bytes. */
  private joined(length: number): Buffer {
    const first = this.chunks[0];
    if (first !== undefined && first.length >= length) return first;
    const all = Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}
