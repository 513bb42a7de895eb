import { hash } from 'node:crypto';

/** A 64-bit hash of texts: two of a million rows collide in one of 30 million sheets. */
export interface RowHash {
  /** The upper half, as an unsigned integer. */
  readonly hi: number;
  /** The lower half, as an unsigned integer. */
  readonly lo: number;
}

const TEXT = /^[\w-]{11}$/;
const scratch = Buffer.alloc(8);

/** The hash of some texts in their order. Blank ones at the end do not count: a sheet has none. */
export function hashTexts(parts: readonly string[]): RowHash {
  const filled = parts.findLastIndex((part) => part !== '') + 1;
  let joined = '';
  // A cell may contain any character, so none can serve as a separator.
  for (let index = 0; index < filled; index += 1) {
    const part = parts[index] as string;
    joined += `${part.length}:${part}`;
  }
  // Hex, since passing a string is faster than a buffer.
  const digest = hash('sha256', joined, 'hex');
  return { hi: parseInt(digest.slice(0, 8), 16), lo: parseInt(digest.slice(8, 16), 16) };
}

/** A hash as it is stored: eleven characters. */
export function toText({ hi, lo }: RowHash): string {
  scratch.writeUInt32BE(hi, 0);
  scratch.writeUInt32BE(lo, 4);
  return scratch.toString('base64url');
}

/** The hash that was stored. */
export function fromText(text: string): RowHash {
  if (!TEXT.test(text)) throw new Error(`"${text}" is not the hash of a row`);
  scratch.write(text, 'base64url');
  return { hi: scratch.readUInt32BE(0), lo: scratch.readUInt32BE(4) };
}
