import { type Collection, type Db, type Document } from 'mongodb';

/** Where Tributary keeps the rows of sheets, and what a row is found by. */
const ROWS = 'sheet_raw_data';
const KEY = ['connection_id', 'generation', 'row_id'] as const;
const CHUNK = 1_000;

/** A row as it is stored: what it is found by, and all of it. */
interface StoredRow {
  readonly key: Document;
  readonly set: Document;
}

/** Rows in memory as a sync has stored them, to be written again without all that a sync does. */
export class RowWrites {
  private constructor(
    private readonly rows: readonly StoredRow[],
    private readonly indexes: readonly Document[],
    private readonly target: Db,
  ) {}

  /** Takes the rows of a connection, and the indexes that they are stored with. */
  static async like(source: Db, connectionId: string, target: Db): Promise<RowWrites> {
    const stored = source.collection(ROWS);
    const rows: StoredRow[] = [];
    const documents = stored.find({ connection_id: connectionId }, { projection: { _id: 0 } });
    for await (const document of documents.sort({ row_number: 1 })) rows.push(split(document));
    const indexes = await stored.listIndexes().toArray();
    return new RowWrites(
      rows,
      indexes.filter(({ name }) => name !== '_id_'),
      target,
    );
  }

  get count(): number {
    return this.rows.length;
  }

  /** How many milliseconds it takes to upsert all of them, many in a message. */
  inBulk(): Promise<number> {
    return this.timed(async (collection) => {
      for (let at = 0; at < this.rows.length; at += CHUNK) {
        const operations = this.rows.slice(at, at + CHUNK).map(({ key, set }) => ({
          updateOne: { filter: key, update: { $set: set }, upsert: true },
        }));
        await collection.bulkWrite(operations, { ordered: false });
      }
    });
  }

  /** The same for the first so many, one after the other, as the seed's repository has it. */
  oneByOne(count: number): Promise<number> {
    return this.timed(async (collection) => {
      for (const { key, set } of this.rows.slice(0, count)) {
        await collection.updateOne(key, { $set: set }, { upsert: true });
      }
    });
  }

  /** Works on an empty collection with the same indexes. */
  private async timed(write: (collection: Collection) => Promise<void>): Promise<number> {
    await this.target.dropDatabase();
    const collection = this.target.collection('rows');
    for (const { key, unique } of this.indexes) {
      await collection.createIndex(key as Record<string, 1>, unique ? { unique: true } : {});
    }
    const begin = performance.now();
    await write(collection);
    return performance.now() - begin;
  }
}

function split(document: Document): StoredRow {
  const key = Object.fromEntries(KEY.map((field) => [field, document[field] as unknown]));
  const rest = Object.entries(document).filter(([field]) => !(field in key));
  return { key, set: Object.fromEntries(rest) };
}
