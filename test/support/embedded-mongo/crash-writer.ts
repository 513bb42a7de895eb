import { type AnyBulkWriteOperation, type Collection, type Document } from 'mongodb';

/** What a writer keeps in a document: written together, so they have to be there together. */
export interface Row {
  _id: string;
  writer: number;
  number: number;
  version: number;
  mirror: number;
  tags: string[];
}

const BULK = 40;

/**
 * Writes to rows of its own and remembers for each one the version that the server acknowledged,
 * and the one that was on its way when the server was killed: either may be found afterwards.
 */
export class CrashWriter {
  private readonly acknowledged = new Map<string, number | undefined>();
  private readonly underWay = new Map<string, number | undefined>();
  private rows = 0;
  private version = 0;
  acknowledgements = 0;

  constructor(
    private readonly id: number,
    private readonly random: () => number,
  ) {}

  /** Writes until the server is gone. */
  async writeUntilKilled(collection: Collection<Row>): Promise<void> {
    for (;;) {
      try {
        await this.writeOnce(collection);
      } catch (error) {
        // Errors that the server answered with are failures of the test.
        if (typeof (error as { code?: unknown }).code === 'number') throw error;
        return;
      }
    }
  }

  /** What is wrong with the rows that were found after a restart; takes them as the new truth. */
  verify(found: Row[]): string[] {
    const problems: string[] = [];
    const own = new Map(
      found.filter(({ writer }) => writer === this.id).map((row) => [row._id, row]),
    );
    for (const key of new Set([
      ...this.acknowledged.keys(),
      ...this.underWay.keys(),
      ...own.keys(),
    ])) {
      const row = own.get(key);
      const allowed = [this.acknowledged.get(key)];
      if (this.underWay.has(key)) allowed.push(this.underWay.get(key));
      if (!allowed.includes(row?.version)) {
        problems.push(`${key} is at ${row?.version}, not at ${allowed.join(' or ')}`);
      }
      if (row && !isWhole(row)) problems.push(`${key} is half written: ${JSON.stringify(row)}`);
      this.acknowledged.set(key, row?.version);
    }
    this.underWay.clear();
    return problems;
  }

  private async writeOnce(collection: Collection<Row>): Promise<void> {
    const choice = this.random();
    if (choice < 0.35) return this.insert(collection);
    if (choice < 0.65) return this.update(collection);
    if (choice < 0.8) return this.remove(collection);
    return this.upsertMany(collection);
  }

  private async insert(collection: Collection<Row>): Promise<void> {
    const number = this.rows++;
    const version = ++this.version;
    await this.attempt([this.keyOf(number)], version, () =>
      collection.insertOne({
        _id: this.keyOf(number),
        writer: this.id,
        number,
        ...contentOf(version),
      }),
    );
  }

  private async update(collection: Collection<Row>): Promise<void> {
    const key = this.existing();
    if (key === undefined) return this.insert(collection);
    const version = ++this.version;
    await this.attempt([key], version, () =>
      collection.updateOne({ _id: key }, { $set: contentOf(version) }),
    );
  }

  private async remove(collection: Collection<Row>): Promise<void> {
    const key = this.existing();
    if (key === undefined) return this.insert(collection);
    await this.attempt([key], undefined, () => collection.deleteOne({ _id: key }));
  }

  private async upsertMany(collection: Collection<Row>): Promise<void> {
    const version = ++this.version;
    const first = Math.floor(this.random() * (this.rows + 1));
    const numbers = Array.from({ length: BULK }, (_, i) => first + i);
    this.rows = Math.max(this.rows, first + BULK);
    const writes = numbers.map((number): AnyBulkWriteOperation<Row> => {
      const update: Document = {
        $set: contentOf(version),
        $setOnInsert: { _id: this.keyOf(number) },
      };
      return { updateOne: { filter: { writer: this.id, number }, update, upsert: true } };
    });
    await this.attempt(
      numbers.map((number) => this.keyOf(number)),
      version,
      () => collection.bulkWrite(writes, { ordered: false }),
    );
  }

  private async attempt(
    keys: string[],
    version: number | undefined,
    write: () => Promise<unknown>,
  ): Promise<void> {
    for (const key of keys) this.underWay.set(key, version);
    await write();
    this.acknowledgements += 1;
    for (const key of keys) {
      this.acknowledged.set(key, version);
      this.underWay.delete(key);
    }
  }

  private existing(): string | undefined {
    const keys = [...this.acknowledged].filter(([, version]) => version !== undefined);
    return keys[Math.floor(this.random() * keys.length)]?.[0];
  }

  private keyOf(number: number): string {
    return `${this.id}-${number}`;
  }
}

function contentOf(version: number): Pick<Row, 'version' | 'mirror' | 'tags'> {
  return { version, mirror: -version, tags: [`t${version % 10}`, `u${version}`] };
}

function isWhole({ version, mirror, tags }: Row): boolean {
  return JSON.stringify({ version, mirror, tags }) === JSON.stringify(contentOf(version));
}
