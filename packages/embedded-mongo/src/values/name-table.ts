const SLOTS = 4096;
const LONGEST_NAME = 40;

/**
 * The strings of field names seen before. Documents repeat the same few names, and finding one here
 * is cheaper than making it again, the more so as an object takes a known string as a key at once.
 */
export class NameTable {
  private readonly names: (string | undefined)[] = new Array<string | undefined>(SLOTS);

  /** The name in these bytes, if it is ASCII and short enough to be kept; else undefined. */
  find(buffer: Buffer, start: number, stop: number): string | undefined {
    const length = stop - start;
    if (length > LONGEST_NAME) return undefined;
    let hash = length;
    for (let index = start; index < stop; index++)
      hash = (Math.imul(hash, 31) + (buffer[index] as number)) | 0;
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const known = this.names[slot];
    if (known !== undefined && isSame(known, buffer, start, length)) return known;
    return this.remember(slot, buffer, start, stop);
  }

  private remember(slot: number, buffer: Buffer, start: number, stop: number): string | undefined {
    for (let index = start; index < stop; index++)
      if ((buffer[index] as number) > 0x7f) return undefined;
    const name = buffer.toString('latin1', start, stop);
    this.names[slot] = name;
    return name;
  }
}

function isSame(name: string, buffer: Buffer, start: number, length: number): boolean {
  if (name.length !== length) return false;
  for (let index = 0; index < length; index++)
    if (name.charCodeAt(index) !== buffer[start + index]) return false;
  return true;
}
