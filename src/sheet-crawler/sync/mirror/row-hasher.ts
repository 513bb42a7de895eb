import { type Cell, CellError, type SheetRow } from '@tributary/google';
import { isEmpty } from '../../mapping/convert-cell';
import { RawKeys } from '../../mapping/field-name';
import { hashTexts, type RowHash } from './text-hash';

/** The hashes of a row: one identifies it, the other detects changes of its content. */
export interface RowHashes {
  readonly identity: RowHash;
  readonly content: RowHash;
}

/** Hashes rows by the content of their columns, independently of the order of the columns. */
export class RowHasher {
  private readonly names: RawKeys;
  /** The columns in the order of their names, as many as a row has had. */
  private order: readonly { readonly index: number; readonly name: string }[] = [];

  constructor(
    headers: readonly string[],
    private readonly keyIndex: number | undefined,
  ) {
    this.names = new RawKeys(headers);
  }

  /** The hashes of a row; a row without a key is known by its content. */
  of({ cells }: SheetRow): RowHashes {
    const parts: string[] = [];
    for (const { index, name } of this.orderOf(cells.length)) {
      const cell = cells[index];
      if (cell === undefined || isEmpty(cell)) continue;
      const { value, text } = cell;
      // Two numbers may look alike, and a number may get another look.
      parts.push(name, text, value === text || value === null ? '' : exact(value));
    }
    const content = hashTexts(parts);
    const key = this.keyIndex === undefined ? '' : (cells[this.keyIndex]?.text.trim() ?? '');
    return { content, identity: key === '' ? content : hashTexts(['key', key]) };
  }

  private orderOf(width: number): RowHasher['order'] {
    if (width > this.order.length) {
      this.order = Array.from({ length: width }, (_, index) => ({
        index,
        name: this.names.at(index),
      })).sort((one, other) => (one.name < other.name ? -1 : 1));
    }
    return this.order;
  }
}

function exact(value: NonNullable<Cell['value']>): string {
  return value instanceof CellError ? value.type : String(value);
}
