import { calculateObjectSize, type Document } from 'bson';
import { mongo } from 'mongoose';
import { createdIndexOf } from './index-definition';
import {
  type CollectionDefinition,
  type DataSource,
  type DataTarget,
  isView,
  namespaceOf,
  TransferError,
} from './stores';

/** Values keep the types they are stored with. */
const AS_STORED = { promoteValues: false, bsonRegExp: true } as const;
const INTERNAL_DATABASES = new Set(['admin', 'config', 'local']);
const READ_BATCH = 1_000;
const WRITE_BATCH = 1_000;
const WRITE_BATCH_BYTES = 8_000_000;

/** What to do with documents that the target already has. */
export interface WriteMode {
  /** Replaces documents with the same `_id` instead of refusing to write. */
  readonly merge: boolean;
}

/** Connects to the server of a URL; returns the database that the URL names, if any. */
async function connect(url: string): Promise<{ client: mongo.MongoClient; database?: string }> {
  const client = await new mongo.MongoClient(url, { appName: 'tributary-data' }).connect();
  const database = decodeURIComponent(/^[^/]*\/\/[^/]*\/([^?]*)/.exec(url)?.[1] ?? '');
  return database ? { client, database } : { client };
}

/** The driver's types omit the options, because a caller may request names only. */
function listedCollections(db: mongo.Db): AsyncIterable<mongo.CollectionInfo> {
  return db.listCollections<mongo.CollectionInfo>();
}

/** Reads all databases of a server, or the one that its URL names. */
export class MongoSource implements DataSource {
  private constructor(
    private readonly client: mongo.MongoClient,
    private readonly database: string | undefined,
  ) {}

  static async open(url: string): Promise<MongoSource> {
    const { client, database } = await connect(url);
    return new MongoSource(client, database);
  }

  async collections(): Promise<CollectionDefinition[]> {
    const found: CollectionDefinition[] = [];
    for (const database of await this.databases()) {
      const db = this.client.db(database);
      for await (const { name, type, options } of listedCollections(db)) {
        if (name.startsWith('system.')) continue;
        const kind = type ?? 'collection';
        const indexes = isView({ type: kind }) ? [] : await db.collection(name).indexes();
        found.push({
          db: database,
          name,
          type: kind,
          options: options ?? {},
          indexes: indexes.filter((index) => index.name !== '_id_'),
        });
      }
    }
    return found;
  }

  documents({ db, name }: CollectionDefinition): AsyncIterable<Document> {
    return this.client
      .db(db)
      .collection(name)
      .find({}, { ...AS_STORED, batchSize: READ_BATCH });
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async databases(): Promise<string[]> {
    if (this.database) return [this.database];
    const { databases } = await this.client.db('admin').admin().listDatabases({ nameOnly: true });
    return databases.map(({ name }) => name).filter((name) => !INTERNAL_DATABASES.has(name));
  }
}

/** Writes to a server; a URL that names a database accepts the data of one database. */
export class MongoTarget implements DataTarget {
  private constructor(
    private readonly client: mongo.MongoClient,
    private readonly database: string | undefined,
    private readonly mode: WriteMode,
  ) {}

  static async open(url: string, mode: WriteMode): Promise<MongoTarget> {
    const { client, database } = await connect(url);
    return new MongoTarget(client, database, mode);
  }

  async prepare(collections: readonly CollectionDefinition[]): Promise<void> {
    const databases = new Set(collections.map(({ db }) => db));
    if (this.database && databases.size > 1) {
      throw new TransferError(
        `There are ${databases.size} databases to write (${[...databases].join(', ')}), and the ` +
          'URL of the target names one: leave its name out',
      );
    }
    if (this.mode.merge) return;
    const filled: string[] = [];
    for (const collection of collections) {
      if (isView(collection)) continue;
      if (await this.collectionOf(collection).findOne({}, { projection: { _id: 1 } })) {
        filled.push(namespaceOf({ ...collection, db: this.databaseOf(collection) }));
      }
    }
    if (filled.length > 0) {
      throw new TransferError(
        `The target has documents in ${filled.join(', ')} already. With --merge they stay, and ` +
          'those with the same _id are replaced',
      );
    }
  }

  async write(definition: CollectionDefinition, documents: AsyncIterable<Document>): Promise<void> {
    await this.create(definition);
    if (isView(definition)) return;
    const collection = this.collectionOf(definition);
    for await (const batch of inBatches(documents)) await this.writeBatch(collection, batch);
    const indexes = definition.indexes.map(createdIndexOf);
    if (indexes.length > 0) {
      const db = this.client.db(this.databaseOf(definition));
      await db.command({ createIndexes: definition.name, indexes });
    }
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async create({ name, options, ...rest }: CollectionDefinition): Promise<void> {
    const db = this.client.db(this.databaseOf(rest));
    if (await db.listCollections({ name }, { nameOnly: true }).hasNext()) return;
    await db.command({ create: name, ...options });
  }

  private async writeBatch(collection: mongo.Collection, batch: Document[]): Promise<void> {
    const writes = batch.map((document): mongo.AnyBulkWriteOperation => {
      if (!this.mode.merge) return { insertOne: { document } };
      const filter = { _id: { $eq: document._id as mongo.ObjectId } };
      return { replaceOne: { filter, replacement: document, upsert: true } };
    });
    // Documents may be older than the validator of their collection, which never checked them.
    await collection.bulkWrite(writes, { ordered: false, bypassDocumentValidation: true });
  }

  private collectionOf(definition: CollectionDefinition): mongo.Collection {
    return this.client.db(this.databaseOf(definition)).collection(definition.name);
  }

  private databaseOf({ db }: Pick<CollectionDefinition, 'db'>): string {
    return this.database ?? db;
  }
}

/** Batches bounded in documents and in bytes. */
async function* inBatches(documents: AsyncIterable<Document>): AsyncGenerator<Document[]> {
  let batch: Document[] = [];
  let bytes = 0;
  for await (const document of documents) {
    batch.push(document);
    bytes += calculateObjectSize(document);
    if (batch.length < WRITE_BATCH && bytes < WRITE_BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
