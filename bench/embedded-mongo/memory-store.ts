import { type startInProcess } from '@tributary/embedded-mongo';
import BTree from 'sorted-btree';

type OrderedStore = Extract<Parameters<typeof startInProcess>[0], { store: unknown }>['store'];

const NODE_SIZE = 64;

/** An ordered store in memory, without durability: for benchmarks and property tests. */
export class MemoryStore implements OrderedStore {
  readonly kind = 'memory';
  generation = 0;
  private readonly tree = new BTree<string, Buffer>(undefined, undefined, NODE_SIZE);
  private undo: (() => void)[] | undefined;

  get(key: Buffer): Buffer | undefined {
    return this.tree.get(textOf(key));
  }

  put(key: Buffer, value: Buffer): void {
    const text = textOf(key);
    this.remember(text);
    this.tree.set(text, Buffer.from(value));
  }

  remove(key: Buffer): void {
    const text = textOf(key);
    this.remember(text);
    this.tree.delete(text);
  }

  scan(start: Buffer, end: Buffer, reverse: boolean, limit: number): [Buffer, Buffer][] {
    const entries: [Buffer, Buffer][] = [];
    for (const [key, value] of this.range(start, end, reverse)) {
      if (entries.length >= limit) break;
      entries.push([Buffer.from(key, 'latin1'), value]);
    }
    return entries;
  }

  keys(start: Buffer, end: Buffer, reverse: boolean, limit: number): Buffer[] {
    return this.scan(start, end, reverse, limit).map(([key]) => key);
  }

  keyAt(start: Buffer, end: Buffer, reverse: boolean, offset: number): Buffer | undefined {
    let left = offset;
    for (const [key] of this.range(start, end, reverse)) {
      if (left-- === 0) return Buffer.from(key, 'latin1');
    }
    return undefined;
  }

  count(start: Buffer, end: Buffer): number {
    let total = 0;
    for (const entry of this.range(start, end, false)) total += entry ? 1 : 0;
    return total;
  }

  transaction<T>(work: () => T): T {
    this.generation++;
    this.undo = [];
    try {
      return work();
    } catch (error) {
      for (const step of this.undo.reverse()) step();
      throw error;
    } finally {
      this.undo = undefined;
      this.generation++;
    }
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  write<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => resolve(this.transaction(work)));
  }

  sizeOnDisk(): number {
    return 0;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private remember(key: string): void {
    if (!this.undo) throw new Error('a change outside of a transaction');
    const before = this.tree.get(key);
    this.undo.push(() => {
      if (before) this.tree.set(key, before);
      else this.tree.delete(key);
    });
  }

  private *range(start: Buffer, end: Buffer, reverse: boolean): Iterable<[string, Buffer]> {
    const low = textOf(start);
    const high = textOf(end);
    if (!reverse) {
      for (const entry of this.tree.entries(low)) {
        if (entry[0] >= high) return;
        yield entry;
      }
      return;
    }
    for (const entry of this.tree.entriesReversed(high)) {
      if (entry[0] < low) return;
      if (entry[0] < high) yield entry;
    }
  }
}

function textOf(key: Buffer): string {
  return key.toString('latin1');
}
