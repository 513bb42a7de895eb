import { type Cell, CellError, type SheetRow } from '@tributary/google';
import { hashTexts, type RowHash } from '../mirror/row-hash';

/** What tells a row from others, and what tells it from what it was before. */
export interface RowHashes {
  readonly identity: RowHash;
  readonly content: RowHash;
}

/** The hashes of a row; a row without a key is known by its content. */
export function rowHashes({ cells }: SheetRow, keyIndex: number | undefined): RowHashes {
  const parts: string[] = [];
  for (const { value, text } of cells) {
    // Two numbers may look alike, and a number may get another look.
    parts.push(text, value === text || value === null ? '' : exact(value));
  }
  const content = hashTexts(parts);
  const key = keyIndex === undefined ? '' : (cells[keyIndex]?.text.trim() ?? '');
  return { content, identity: key === '' ? content : hashTexts(['key', key]) };
}

function exact(value: NonNullable<Cell['value']>): string {
  return value instanceof CellError ? value.type : String(value);
}
