import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { deserialize } from 'bson';
import { aggregate } from 'mingo';
import { type Document, MongoClient } from 'mongodb';
import { join } from 'node:path';
import {
  type Benchmark,
  type BenchmarkContext,
  type Figure,
  figure,
  type Target,
} from '../harness/benchmark';
import { measure } from '../harness/measure';
import { Contender } from './contender';
import { PlainMap } from './plain-map';
import { BULK, CONNECTION, contentOf, DAILY, PAGE, ROWS, upserts } from './rows';

const START_TARGET_MS = 600;
const MEBIBYTE = 1 << 20;
const NO_TARGET = { atLeast: 0 };

/** What durability and a real protocol cost, and that the engine's promises about speed hold. */
export const benchmark: Benchmark = {
  name: 'embedded-mongo',
  title: `The embedded MongoDB with ${ROWS.toLocaleString('en-US')} rows of 16 fields`,

  async run(context) {
    const folder = join(context.folder, 'data');
    const lmdb = await Contender.start(context, folder);
    const memory = await Contender.start(context, 'memory');
    const map = new PlainMap();
    await load(context, { lmdb, memory, map });
    const figures = [
      ...(await bulkUpserts(context, lmdb, memory, map)),
      await residentMemory(lmdb, memory),
      await singleUpserts(context, lmdb, map),
      ...(await pages(context, lmdb, map)),
      ...(await dailySums(context, lmdb, map)),
      await servedByIndexes(lmdb),
    ];
    await lmdb.kill();
    return [...figures, await startTime(context, folder)];
  },
};

interface Loaded {
  lmdb: Contender;
  memory: Contender;
  map: PlainMap;
}

async function load(context: BenchmarkContext, { lmdb, memory, map }: Loaded): Promise<void> {
  for (const { rows } of [lmdb, memory]) {
    await rows.createIndex({ connection_id: 1, row_number: 1 }, { unique: true });
    await rows.createIndex({ synced_at: 1 });
  }
  for (let first = 0; first < ROWS; first += BULK) {
    context.signal.throwIfAborted();
    context.progress(`loading row ${first.toLocaleString('en-US')}`);
    for (const { rows } of [lmdb, memory]) {
      await rows.bulkWrite(upserts(first, 0), { ordered: false });
    }
    for (let row = first; row < first + BULK; row += 1) map.upsert(row, 0);
  }
}

/** Rounds of ten bulk writes, spread over all rows. */
async function bulkUpserts(
  context: BenchmarkContext,
  lmdb: Contender,
  memory: Contender,
  map: PlainMap,
): Promise<Figure[]> {
  const versions = { lmdb: 0, memory: 0, map: 0 };
  const firstRows = Array.from({ length: 10 }, (_, i) => (i * ROWS) / 10);
  const round = (name: keyof typeof versions, write: (first: number) => Promise<unknown>) => {
    return async (): Promise<{ rowsPerSecond: number }> => {
      versions[name] += 1;
      const begin = performance.now();
      for (const first of firstRows) await write(first + versions[name] * BULK);
      const seconds = (performance.now() - begin) / 1_000;
      return { rowsPerSecond: (firstRows.length * BULK) / seconds };
    };
  };
  const through =
    ({ rows }: Contender, name: 'lmdb' | 'memory') =>
    (first: number): Promise<unknown> =>
      rows.bulkWrite(upserts(first, versions[name]), { ordered: false });
  const medians = await measure(
    {
      lmdb: round('lmdb', through(lmdb, 'lmdb')),
      memory: round('memory', through(memory, 'memory')),
      map: round('map', (first) => {
        for (let row = first; row < first + BULK; row += 1) map.upsert(row, versions.map);
        return Promise.resolve();
      }),
    },
    { warmUp: 1, counted: 7, onRound: told(context, 'bulk upserts') },
  );
  const measured = {
    name: 'bulk upserts of 1,000 rows',
    value: medians.lmdb.rowsPerSecond,
    unit: 'rows/s',
  };
  return [
    figure({
      ...measured,
      baseline: 'same engine in memory',
      baselineValue: medians.memory.rowsPerSecond,
      target: { atLeast: 0.8 },
    }),
    figure({
      ...measured,
      baseline: 'plain Map',
      baselineValue: medians.map.rowsPerSecond,
      target: NO_TARGET,
    }),
  ];
}

async function singleUpserts(
  context: BenchmarkContext,
  { rows }: Contender,
  map: PlainMap,
): Promise<Figure> {
  const TIMES = 300;
  let version = 100;
  const perSecond = async (write: (row: number) => unknown): Promise<{ perSecond: number }> => {
    version += 1;
    const begin = performance.now();
    for (let i = 0; i < TIMES; i += 1) await write((i * 331) % ROWS);
    return { perSecond: TIMES / ((performance.now() - begin) / 1_000) };
  };
  const medians = await measure(
    {
      lmdb: () =>
        perSecond((row) =>
          rows.updateOne(
            { connection_id: CONNECTION, row_number: row },
            { $set: contentOf(row, version) },
            { upsert: true },
          ),
        ),
      map: () => perSecond((row) => map.upsert(row, version)),
    },
    { warmUp: 1, counted: 5, onRound: told(context, 'single upserts') },
  );
  return figure({
    name: 'single upserts',
    value: medians.lmdb.perSecond,
    unit: 'rows/s',
    baseline: 'plain Map',
    baselineValue: medians.map.perSecond,
    target: NO_TARGET,
  });
}

async function pages(
  context: BenchmarkContext,
  { rows }: Contender,
  map: PlainMap,
): Promise<Figure[]> {
  const page = (skip: number): Promise<Document[]> =>
    rows
      .find({ connection_id: CONNECTION })
      .sort({ row_number: 1 })
      .skip(skip)
      .limit(PAGE)
      .toArray();
  const timed = (read: () => Document[] | Promise<Document[]>) => {
    return async (): Promise<{ ms: number }> => {
      const begin = performance.now();
      const found = await read();
      if (found.length !== PAGE) throw new Error(`a page has ${found.length} rows`);
      return { ms: performance.now() - begin };
    };
  };
  const medians = await measure(
    {
      first: timed(() => page(0)),
      deep: timed(() => page(ROWS / 2)),
      map: timed(() => map.page(0)),
    },
    { warmUp: 20, counted: 61, onRound: told(context, 'pages') },
  );
  return [
    figure({
      name: 'page by index at row 50,000',
      value: medians.deep.ms,
      unit: 'ms',
      baseline: 'page at row 0',
      baselineValue: medians.first.ms,
      target: { atMost: 5 },
    }),
    figure({
      name: 'page by index at row 0',
      value: medians.first.ms,
      unit: 'ms',
      baseline: 'plain Map',
      baselineValue: medians.map.ms,
      target: NO_TARGET,
    }),
  ];
}

async function dailySums(
  context: BenchmarkContext,
  { rows }: Contender,
  map: PlainMap,
): Promise<Figure[]> {
  const stored = await rows.find({}, { raw: true }).toArray();
  const decode = (): Document[] => stored.map((bytes) => deserialize(bytes as unknown as Buffer));
  const decoded = decode();
  const timed = (sum: () => unknown) => {
    return async (): Promise<{ rowsPerSecond: number }> => {
      const begin = performance.now();
      await sum();
      return { rowsPerSecond: ROWS / ((performance.now() - begin) / 1_000) };
    };
  };
  const medians = await measure(
    {
      embedded: timed(() => rows.aggregate(DAILY).toArray()),
      mingoOnDecoded: timed(() => aggregate(decoded, DAILY)),
      mingoOnStored: timed(() => aggregate(decode(), DAILY)),
      map: timed(() => map.daily()),
    },
    { warmUp: 1, counted: 5, onRound: told(context, 'sums by day') },
  );
  const against = (
    baseline: string,
    { rowsPerSecond }: { rowsPerSecond: number },
    target: Target,
  ): Figure =>
    figure({
      name: '$group by day',
      value: medians.embedded.rowsPerSecond,
      unit: 'rows/s',
      baseline,
      baselineValue: rowsPerSecond,
      target,
    });
  return [
    // What mingo would take in the engine's place, where rows are stored as BSON.
    against('mingo that decodes them', medians.mingoOnStored, { atLeast: 2.5 }),
    // Ours reads and decodes the rows over a socket; this baseline has them in memory already.
    against('mingo on rows in memory', medians.mingoOnDecoded, NO_TARGET),
    against('plain Map', medians.map, NO_TARGET),
  ];
}

/** The queries that an index has to serve; none may read the whole collection. */
async function servedByIndexes({ rows }: Contender): Promise<Figure> {
  const day = new Date(Date.UTC(2024, 0, 2));
  const queries: [Document, Record<string, 1 | -1>][] = [
    [{ _id: CONNECTION }, {}],
    [{ connection_id: CONNECTION, row_number: 5 }, {}],
    [{ connection_id: CONNECTION }, { row_number: -1 }],
    [{ connection_id: CONNECTION, row_number: { $in: [1, 2, 3] } }, {}],
    [{ connection_id: CONNECTION, row_number: { $gte: 10, $lt: 20 } }, {}],
    [{ synced_at: { $gte: day } }, {}],
    [{}, { synced_at: -1 }],
    [{ synced_at: { $lt: day }, status: 'paid' }, { synced_at: 1 }],
  ];
  let served = 0;
  for (const [filter, sort] of queries) {
    const plan = await rows.find(filter, { sort }).explain();
    if (!JSON.stringify(plan).includes('COLLSCAN')) served += 1;
  }
  return figure({
    name: 'queries that an index serves',
    value: served,
    unit: 'queries',
    baseline: 'those that it can',
    baselineValue: queries.length,
    target: { atLeast: 1 },
  });
}

async function residentMemory(lmdb: Contender, memory: Contender): Promise<Figure> {
  return figure({
    name: 'resident memory with all rows',
    value: (await lmdb.residentBytes()) / MEBIBYTE,
    unit: 'MiB',
    baseline: 'same engine in memory',
    baselineValue: (await memory.residentBytes()) / MEBIBYTE,
    target: { atMost: 1 },
  });
}

/** From the call that starts the server to the first row that was read by an index. */
async function startTime(context: BenchmarkContext, folder: string): Promise<Figure> {
  const start = async (): Promise<{ ms: number }> => {
    const begin = performance.now();
    const server = await EmbeddedMongo.start({ folder });
    const client = await new MongoClient(server.url).connect();
    const row = { connection_id: CONNECTION, row_number: ROWS - 1 };
    const found = await client.db('bench').collection('rows').findOne(row);
    const ms = performance.now() - begin;
    await client.close();
    await server.stop();
    if (!found) throw new Error('the last row is missing after a restart');
    return { ms };
  };
  const { existing } = await measure(
    { existing: start },
    { warmUp: 1, counted: 5, onRound: told(context, 'starts') },
  );
  return figure({
    name: 'start with all rows, until one is read',
    value: existing.ms,
    unit: 'ms',
    baseline: `${START_TARGET_MS} ms`,
    baselineValue: START_TARGET_MS,
    target: { atMost: 1 },
  });
}

function told(context: BenchmarkContext, what: string): (round: number, of: number) => void {
  return (round, of) => {
    context.signal.throwIfAborted();
    context.progress(`${what}, round ${round} of ${of}`);
  };
}
