import { type AnyBulkWriteOperation, type Document, ObjectId } from 'mongodb';

/** How many rows the collection has. */
export const ROWS = 100_000;
/** How many rows one bulk write has. */
export const BULK = 1_000;
/** How many rows a page has. */
export const PAGE = 50;

/** All rows belong to one connection, as those of one imported sheet do. */
export const CONNECTION = new ObjectId('65f0c0ffee65f0c0ffee65f0');

const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 30;

/** What an upsert of a row sets: 14 fields beside the two of its key. */
export function contentOf(row: number, version: number): Document {
  return {
    order_id: `ORD-${row}`,
    customer: `Customer ${row % 997}`,
    email: `customer${row % 997}@shop.example`,
    city: `City ${row % 50}`,
    country: row % 3 ? 'VN' : 'DE',
    status: row % 4 ? 'paid' : 'open',
    channel: `channel-${row % 7}`,
    amount: (row % 1_000) * 1.25 + version,
    amount_text: String((row % 1_000) * 1.25),
    quantity: row % 17,
    tags: [`t${row % 5}`, `t${row % 11}`],
    note: `a line of text about row ${row}`,
    version,
    synced_at: new Date(FIRST_DAY + (row % DAYS) * DAY_MS + (row % 86_400) * 1_000),
  };
}

/** The upserts of one bulk write, beginning at a row. */
export function upserts(first: number, version: number): AnyBulkWriteOperation[] {
  return Array.from({ length: BULK }, (_, offset) => {
    const row = first + offset;
    return {
      updateOne: {
        filter: { connection_id: CONNECTION, row_number: row },
        update: { $set: contentOf(row, version) },
        upsert: true,
      },
    };
  });
}

/** The daily sums that the analytics ask for. */
export const DAILY: Document[] = [
  {
    $group: {
      _id: { $dateTrunc: { date: '$synced_at', unit: 'day' } },
      total: { $sum: '$amount' },
      average: { $avg: '$amount' },
      rows: { $sum: 1 },
    },
  },
  { $sort: { _id: 1 } },
];
