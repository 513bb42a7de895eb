type Numbers = Uint8Array | Uint32Array | Float64Array;

const BLOCK_BITS = 10;
const BLOCK_LENGTH = 1 << BLOCK_BITS;
const IN_BLOCK = BLOCK_LENGTH - 1;

/** A list of numbers of one width. It grows by blocks, so that growing never needs the memory twice. */
export class ChunkedNumberArray {
  private readonly blocks: Numbers[] = [];
  private count = 0;

  private constructor(private readonly newBlock: () => Numbers) {}

  /** For integers up to 255. */
  static ofBytes(): ChunkedNumberArray {
    return new ChunkedNumberArray(() => new Uint8Array(BLOCK_LENGTH));
  }

  /** For integers of 32 bits without a sign. */
  static ofIntegers(): ChunkedNumberArray {
    return new ChunkedNumberArray(() => new Uint32Array(BLOCK_LENGTH));
  }

  /** For any safe integer. */
  static ofLargeIntegers(): ChunkedNumberArray {
    return new ChunkedNumberArray(() => new Float64Array(BLOCK_LENGTH));
  }

  /** How many numbers there are. */
  get length(): number {
    return this.count;
  }

  /** Appends a number. */
  push(value: number): void {
    if (this.count === this.blocks.length * BLOCK_LENGTH) this.blocks.push(this.newBlock());
    this.count += 1;
    this.set(this.count - 1, value);
  }

  /** The number at an index, which has to be there. */
  at(index: number): number {
    return this.blockOf(index)[index & IN_BLOCK] as number;
  }

  /** Replaces the number at an index, which has to be there. */
  set(index: number, value: number): void {
    this.blockOf(index)[index & IN_BLOCK] = value;
  }

  private blockOf(index: number): Numbers {
    return this.blocks[index >>> BLOCK_BITS] as Numbers;
  }
}
