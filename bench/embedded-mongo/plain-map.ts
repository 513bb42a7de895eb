import { type Document } from 'mongodb';
import { CONNECTION, contentOf, PAGE } from './rows';

const DAY_MS = 86_400_000;

/** The same work without a database: objects in a Map, no index but its keys, nothing on disk. */
export class PlainMap {
  private readonly rows = new Map<string, Document>();

  upsert(row: number, version: number): void {
    const key = `${CONNECTION.toHexString()}:${row}`;
    const before = this.rows.get(key) ?? { connection_id: CONNECTION, row_number: row };
    this.rows.set(key, { ...before, ...contentOf(row, version) });
  }

  page(skip: number): Document[] {
    return [...this.rows.values()].slice(skip, skip + PAGE);
  }

  /** The sums of each day. */
  daily(): Map<number, number> {
    const totals = new Map<number, number>();
    for (const { synced_at: at, amount } of this.rows.values()) {
      const day = Math.floor((at as Date).getTime() / DAY_MS);
      totals.set(day, (totals.get(day) ?? 0) + (amount as number));
    }
    return totals;
  }
}
