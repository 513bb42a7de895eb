const FIRST_SIZE = 1 << 14;
const ESCAPE = 1;
const TERMINATOR = 0;

/** A growing buffer for index keys, used over and over so that a key costs one allocation. */
export class KeyWriter {
  private buffer = Buffer.allocUnsafe(FIRST_SIZE);
  private end = 0;

  /** How many bytes the key has so far. */
  get length(): number {
    return this.end;
  }

  /** Forgets the key written before. */
  reset(): void {
    this.end = 0;
  }

  /** A copy of the key. */
  take(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.end));
  }

  /** The key as a string with one character a byte. */
  takeLatin1(): string {
    return this.buffer.toString('latin1', 0, this.end);
  }

  /** Turns the order of everything after `start` around. */
  invertFrom(start: number): void {
    const { buffer, end } = this;
    for (let index = start; index < end; index++) buffer[index] = ~(buffer[index] as number);
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.end++] = value;
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.end);
    this.end += value.length;
  }

  uint16(value: number): void {
    this.reserve(2);
    this.end = this.buffer.writeUInt16BE(value, this.end);
  }

  uint32(value: number): void {
    this.reserve(4);
    this.end = this.buffer.writeUInt32BE(value, this.end);
  }

  uint64(value: bigint): void {
    this.reserve(8);
    this.end = this.buffer.writeBigUInt64BE(value, this.end);
  }

  /** A double whose bytes sort as the numbers do; NaN, written as zeros, comes first. */
  double(value: number): void {
    this.reserve(8);
    const { buffer, end } = this;
    this.end = end + 8;
    if (Number.isNaN(value)) {
      buffer.fill(0, end, end + 8);
      return;
    }
    // Adding zero makes -0 a 0: the two are equal.
    buffer.writeDoubleBE(value + 0, end);
    const first = buffer[end] as number;
    if (first < 0x80) buffer[end] = first | 0x80;
    else this.invertFrom(end);
  }

  /**
   * UTF-8 with a zero byte at the end, so that a string sorts before every longer one that it
   * starts. The bytes 0 and 1 inside of it are escaped as 01 01 and 01 02.
   */
  string(text: string): void {
    this.reserve(text.length * 6 + 1);
    if (!text.includes('\x00') && !text.includes('\x01')) {
      this.end += this.buffer.write(text, this.end, 'utf8');
    } else {
      for (const byte of Buffer.from(text, 'utf8')) {
        if (byte <= ESCAPE) {
          this.buffer[this.end++] = ESCAPE;
          this.buffer[this.end++] = byte + 1;
        } else this.buffer[this.end++] = byte;
      }
    }
    this.buffer[this.end++] = TERMINATOR;
  }

  private reserve(size: number): void {
    if (this.end + size <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe((this.end + size) * 2);
    this.buffer.copy(larger, 0, 0, this.end);
    this.buffer = larger;
  }
}
