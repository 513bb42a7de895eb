import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../factories/eventually';
import { scaled } from '../../setup/scale';
import { randomFrom, trialsOf, tryWith } from '../../setup/seed';
import { CrashWriter, type Row } from '../../support/embedded-mongo/crash-writer';
import { onEmbedded } from '../../support/embedded-mongo/mongo-under-test';
import { killServers, ServerProcess } from '../../support/embedded-mongo/server-process';

const KILLS_WHILE_WRITING = 12;
/** Each on a folder of its own. */
const TRIALS = trialsOf(__filename, scaled(1, 9));
const KILLS_WHILE_STARTING = scaled(6, 24);
/** The fewest writes that are acknowledged before a kill. */
const WRITES_PER_KILL = 4;

const total = (writers: readonly CrashWriter[]): number =>
  writers.reduce((sum, { acknowledgements }) => sum + acknowledgements, 0);

const lockOf = (folder: string): Promise<string> =>
  readFile(join(folder, 'owner.lock'), 'utf8').catch(() => '');

/** How far a server is when it is killed. */
const STARTS: readonly ((server: ServerProcess, folder: string) => Promise<unknown>)[] = [
  ({ child }) => once(child, 'spawn'),
  ({ child }, folder) =>
    eventually('the folder is locked', async () =>
      (await lockOf(folder)).includes(`"pid":${child.pid},`),
    ),
  (server) => server.up(),
];

onEmbedded('a server that is killed', () => {
  let folder: string;
  const clients: MongoClient[] = [];
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'tributary-crash-'))));
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await killServers();
    await rm(folder, { recursive: true, force: true });
  });

  async function connectTo(server: ServerProcess): Promise<MongoClient> {
    const client = new MongoClient(await server.up(), {
      serverSelectionTimeoutMS: 120_000,
      retryWrites: false,
      retryReads: false,
      maxPoolSize: 8,
    });
    clients.push(client);
    return client.connect();
  }

  /** Every index has to lead to every document, and to nothing else. */
  async function problemsOfIndexes(client: MongoClient, documents: number): Promise<string[]> {
    const db = client.db('crash');
    const rows = db.collection<Row>('rows');
    const counts = await Promise.all([
      rows.countDocuments({}),
      rows
        .find({ writer: { $gte: 0 } })
        .hint({ writer: 1, number: 1 })
        .toArray(),
      rows
        .find({ version: { $gt: 0 } })
        .hint({ version: 1 })
        .toArray(),
      rows.find({ tags: /^u/ }).hint({ tags: 1 }).toArray(),
    ]);
    const different = counts
      .map((result) => (typeof result === 'number' ? result : result.length))
      .filter((count) => count !== documents);
    const report = await db.command({ validate: 'rows' });
    return [
      ...different.map((count) => `an index leads to ${count} of ${documents} documents`),
      ...(report.valid === true ? [] : [`validate: ${JSON.stringify(report)}`]),
    ];
  }

  const keepsWhatItAcknowledged = async (seed: number): Promise<void> => {
    const random = randomFrom(seed);
    const writers = [1, 2, 3].map((id) => new CrashWriter(id, random));
    const problems: string[] = [];

    for (let round = 0; round <= KILLS_WHILE_WRITING && problems.length === 0; round += 1) {
      const server = ServerProcess.spawn(folder);
      const client = await connectTo(server);
      const rows = client.db('crash').collection<Row>('rows');
      if (round === 0) {
        await rows.createIndexes([
          { key: { writer: 1, number: 1 }, unique: true },
          { key: { version: 1 } },
          { key: { tags: 1 } },
        ]);
      }
      const found = await rows.find().toArray();
      problems.push(...writers.flatMap((writer) => writer.verify(found)));
      problems.push(...(await problemsOfIndexes(client, found.length)));
      if (round < KILLS_WHILE_WRITING) {
        const writing = writers.map((writer) => writer.writeUntilKilled(rows));
        const acknowledged = total(writers) + WRITES_PER_KILL * (1 + Math.floor(random() * 10));
        await eventually('so many writes are acknowledged', () => total(writers) >= acknowledged);
        await server.kill();
        await Promise.all(writing);
      } else {
        await server.kill();
      }
      await client.close();
    }

    expect(problems.slice(0, 5)).toEqual([]);
    expect(total(writers)).toBeGreaterThanOrEqual(KILLS_WHILE_WRITING * WRITES_PER_KILL);
  };

  it.each(TRIALS)(
    'has every acknowledged write afterwards, whole, and in every index (seed $seed)',
    (trial) => tryWith(trial, () => keepsWhatItAcknowledged(trial.seed)),
  );

  it('starts again after it was killed while starting', async () => {
    const first = ServerProcess.spawn(folder);
    const client = await connectTo(first);
    await client.db('crash').collection('kept').insertOne({ kept: true });
    await first.kill();
    await client.close();
    for (let round = 0; round < KILLS_WHILE_STARTING; round += 1) {
      const server = ServerProcess.spawn(folder);
      await STARTS[round % STARTS.length]?.(server, folder);
      // Between the lock and the answer the server opens its data: each round a little later.
      for (let turn = 0; turn < round; turn += 1) await lockOf(folder);
      await server.kill();
    }
    const last = ServerProcess.spawn(folder);
    const again = await connectTo(last);
    expect(await again.db('crash').collection('kept').countDocuments()).toBe(1);
    await again.close();
    await last.kill();
  });

  it('lets no second server into its folder', async () => {
    const first = ServerProcess.spawn(folder);
    const client = await connectTo(first);
    const second = ServerProcess.spawn(folder);
    await expect(second.up()).rejects.toThrow(folder);
    expect(await second.exit).not.toBe(0);
    await client.db('crash').collection('a').insertOne({ a: 1 });
    expect(await client.db('crash').collection('a').countDocuments()).toBe(1);
    await client.close();
    await first.kill();
    const third = ServerProcess.spawn(folder);
    const again = await connectTo(third);
    expect(await again.db('crash').collection('a').countDocuments()).toBe(1);
    await again.close();
  });

  it('ends in order when it is asked to', async () => {
    const server = ServerProcess.spawn(folder);
    const client = await connectTo(server);
    await client.db('crash').collection('a').insertOne({ a: 1 });
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    await client.close();
  });
});
