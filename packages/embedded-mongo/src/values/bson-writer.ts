const FIRST_SIZE = 1 << 16;
/** A buffer grown beyond this for one large document is let go afterwards. */
const LARGEST_KEPT_SIZE = 1 << 22;
const TWO_TO_32 = 2 ** 32;

/** A growing buffer for BSON, used over and over so that a document costs one allocation. */
export class BsonWriter {
  private buffer = Buffer.allocUnsafe(FIRST_SIZE);
  private end = 0;

  /** Forgets what was written before. */
  reset(): void {
    this.end = 0;
    if (this.buffer.length > LARGEST_KEPT_SIZE) this.buffer = Buffer.allocUnsafe(FIRST_SIZE);
  }

  /** A copy of what was written. */
  take(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.end));
  }

  /** Leaves room for a length and returns where it is. */
  openLength(): number {
    this.reserve(4);
    const at = this.end;
    this.end += 4;
    return at;
  }

  /** Fills in the length of everything from `at` on, less what the format does not count. */
  closeLength(at: number, notCounted = 0): void {
    this.buffer.writeInt32LE(this.end - at - notCounted, at);
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.end++] = value;
  }

  int32(value: number): void {
    this.reserve(4);
    this.end = this.buffer.writeInt32LE(value, this.end);
  }

  int64(low: number, high: number): void {
    this.reserve(8);
    this.buffer.writeInt32LE(low | 0, this.end);
    this.end = this.buffer.writeInt32LE(high | 0, this.end + 4);
  }

  /** An integral number of up to 53 bits. */
  integer(value: number): void {
    const high = Math.floor(value / TWO_TO_32);
    this.int64(value - high * TWO_TO_32, high);
  }

  double(value: number): void {
    this.reserve(8);
    this.end = this.buffer.writeDoubleLE(value, this.end);
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.end);
    this.end += value.length;
  }

  /** A text that ends with a zero byte and so has none inside. */
  cString(text: string): void {
    this.reserve(text.length * 3 + 1);
    this.writeText(text);
    this.buffer[this.end++] = 0;
  }

  /** A text with its length in front. */
  string(text: string): void {
    this.reserve(text.length * 3 + 5);
    const at = this.openLength();
    this.writeText(text);
    this.buffer[this.end++] = 0;
    this.closeLength(at, 4);
  }

  private writeText(text: string): void {
    const { buffer, end } = this;
    if (text.length > 24) {
      this.end = end + buffer.write(text, end, 'utf8');
      return;
    }
    // A call into the encoder costs more than a short text does.
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) {
        this.end = end + buffer.write(text, end, 'utf8');
        return;
      }
      buffer[end + index] = unit;
    }
    this.end = end + text.length;
  }

  private reserve(size: number): void {
    if (this.end + size <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe((this.end + size) * 2);
    this.buffer.copy(larger, 0, 0, this.end);
    this.buffer = larger;
  }
}
