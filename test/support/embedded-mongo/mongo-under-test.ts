import { EmbeddedMongo, startInProcess } from '@tributary/embedded-mongo';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Collection,
  type CreateCollectionOptions,
  type Db,
  type Document,
  MongoClient,
  type MongoClientOptions,
} from 'mongodb';

const GIVEN_URL = process.env.MONGODB_URL;

/** Whether the suites run against our own server; otherwise MONGODB_URL names a real MongoDB. */
export const isEmbedded = !GIVEN_URL;

/** Tests of what only our server promises, such as how soon expired documents go. */
export const onEmbedded = isEmbedded ? describe : describe.skip;

/** Expired documents go at once in tests. */
const EXPIRY_INTERVAL_MS = 200;

/** Where our own server runs. */
export interface Place {
  /** In a worker thread, from the build, as the application has it; else from the sources. */
  readonly inWorker?: boolean;
}

/**
 * A MongoDB for the tests of one file: our own server in a throw-away folder, or the one at
 * MONGODB_URL, in a database of a random name that is dropped afterwards.
 */
export class MongoUnderTest {
  url = '';
  client!: MongoClient;
  readonly databaseName = `tributary-test-${randomUUID().slice(0, 8)}`;
  private server?: { url: string; stop(): Promise<void> };
  private folder?: string;
  private collections = 0;
  private readonly clients: MongoClient[] = [];

  constructor(private readonly place: Place = {}) {}

  get db(): Db {
    return this.client.db(this.databaseName);
  }

  async start(): Promise<void> {
    this.url = GIVEN_URL ?? (await this.startEmbedded());
    this.client = await this.connect();
  }

  async stop(): Promise<void> {
    if (!isEmbedded) await this.db.dropDatabase();
    await Promise.all(this.clients.map((client) => client.close()));
    await this.server?.stop();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }

  /** One more client, with connections of its own. */
  async connect(options: MongoClientOptions = {}): Promise<MongoClient> {
    const client = await new MongoClient(this.url, {
      // Only what hangs takes so long.
      serverSelectionTimeoutMS: 300_000,
      ...options,
    }).connect();
    this.clients.push(client);
    return client;
  }

  /** An address that leads to the database of the tests. */
  urlOfDatabase(name = this.databaseName): string {
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** A name that no collection has yet. */
  newName(): string {
    this.collections += 1;
    return `c${this.collections}`;
  }

  /** A new collection that holds these documents. */
  async collection<Schema extends Document = Document>(
    documents: readonly Document[] = [],
    options?: CreateCollectionOptions,
  ): Promise<Collection<Schema>> {
    const name = this.newName();
    if (options) await this.db.createCollection(name, options);
    if (documents.length > 0) {
      // The driver writes the new _id into what it is given.
      await this.db.collection(name).insertMany(documents.map((document) => ({ ...document })));
    }
    return this.db.collection<Schema>(name);
  }

  private async startEmbedded(): Promise<string> {
    this.folder = await mkdtemp(join(tmpdir(), 'tributary-embedded-mongo-'));
    const options = { folder: this.folder, ttlIntervalMs: EXPIRY_INTERVAL_MS };
    this.server = await (this.place.inWorker
      ? EmbeddedMongo.start(options)
      : startInProcess({ ...options, onInternalError: reportInternalError }));
    return this.server.url;
  }
}

/** A bug of the server answers with an error, and is a failure of the test beside that. */
function reportInternalError(error: unknown): void {
  process.stderr.write(
    `embedded server: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
}

/** Starts a MongoDB before the tests of this file, and stops it after them. */
export function mongoUnderTest(place?: Place): MongoUnderTest {
  const mongo = new MongoUnderTest(place);
  beforeAll(() => mongo.start());
  afterAll(() => mongo.stop());
  return mongo;
}
