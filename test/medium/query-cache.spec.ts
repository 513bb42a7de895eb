import { Logger } from '@nestjs/common';
import {
  type CacheableQuery,
  CacheConnection,
  CachedQueryService,
  type QueryContext,
  type QueryContextSource,
  ResponseCache,
  SnapshotCache,
} from '@tributary/query-cache';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { testEnvironment } from '../factories/environment';

interface Shelf {
  readonly version: number;
  readonly books: number;
}

const RESPONSE = { body: '{"books":3}', etag: '"3"' };

const redis = new Redis(process.env.REDIS_URL ?? '');
const connection = new CacheConnection(redis, testEnvironment());
const responses = new ResponseCache(connection, 'shelves');
const snapshots = new SnapshotCache<Shelf>(connection, 'shelves', (stored) => {
  const shelf = stored as Shelf | undefined;
  return typeof shelf?.books === 'number' ? shelf : undefined;
});

let subject: string;

beforeEach(() => {
  subject = randomUUID();
});

afterEach(() => jest.restoreAllMocks());
afterAll(() => redis.disconnect());

const at = (version: number) => ({ subject, version, key: 'summary' });

describe('a cache of responses', () => {
  it('finds a response at its version only, and in its namespace only', async () => {
    await responses.keep(at(2), RESPONSE);
    expect(await responses.find(at(2))).toEqual(RESPONSE);
    expect(await responses.find(at(3))).toBeNull();
    expect(await new ResponseCache(connection, 'boxes').find(at(2))).toBeNull();
  });

  it('keeps no response of a version that was replaced', async () => {
    await responses.keep(at(2), RESPONSE);
    await responses.drop(subject, 3);
    await responses.keep(at(2), RESPONSE);
    expect(await responses.find(at(2))).toBeNull();
    await responses.keep(at(3), RESPONSE);
    expect(await responses.find(at(3))).toEqual(RESPONSE);
  });

  it('drops the snapshot with the responses, and only that when a version is confirmed', async () => {
    await responses.keep(at(1), RESPONSE);
    await snapshots.keep(subject, { version: 1, books: 3 });
    expect(await snapshots.find(subject)).toEqual({ version: 1, books: 3 });
    expect(await responses.confirm(subject, 1)).toBe(true);
    expect(await snapshots.find(subject)).toBeUndefined();
    expect(await responses.find(at(1))).toEqual(RESPONSE);
    await responses.drop(subject, 2);
    await snapshots.keep(subject, { version: 1, books: 3 });
    expect(await snapshots.find(subject)).toBeUndefined();
  });

  it.each(['{"books":"three"}', 'nonsense', 'null'])(
    'ignores a snapshot that is %s',
    async (text) => {
      const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
      await redis.set(`${connection.prefix}:shelves:${subject}:book`, text);
      expect(await snapshots.find(subject)).toBeUndefined();
      expect(error).toHaveBeenCalledTimes(1);
    },
  );
});

describe('cached queries', () => {
  /** A shelf whose number of books is its version. */
  class Shelves implements QueryContextSource<QueryContext> {
    version = 1;
    isCacheable = true;

    open(owner: string, id: string): Promise<QueryContext> {
      const { version, isCacheable } = this;
      return Promise.resolve({ owner, subject: id, version, asOf: null, isCacheable });
    }

    isCurrent({ version }: QueryContext): Promise<boolean> {
      return Promise.resolve(version === this.version);
    }
  }

  let shelves: Shelves;
  let queries: CachedQueryService<QueryContext>;
  let runs: number;

  beforeEach(() => {
    shelves = new Shelves();
    queries = new CachedQueryService(shelves, responses);
    runs = 0;
  });

  const count =
    (meanwhile: () => void = () => undefined) =>
    ({ version }: QueryContext): CacheableQuery => ({
      name: 'count',
      parameters: {},
      run: () => {
        runs += 1;
        meanwhile();
        return Promise.resolve({ body: { books: version } });
      },
    });

  it('are computed once for all who ask at the same time, and then found', async () => {
    const asked = Array.from({ length: 20 }, () => queries.answer('mai', subject, count()));
    const answers = await Promise.all(asked);
    expect(runs).toBe(1);
    expect(new Set(answers.map(({ cache }) => cache))).toEqual(new Set(['MISS']));
    const { body, cache, version } = await queries.answer('mai', subject, count());
    expect({ body, cache, version }).toEqual({ body: '{"books":1}', cache: 'HIT', version: 1 });
    expect(runs).toBe(1);
  });

  it('are computed again when the data was replaced meanwhile', async () => {
    const replaceOnce = () => (shelves.version = 2);
    const { body, version } = await queries.answer('mai', subject, count(replaceOnce));
    expect({ body, version, runs }).toEqual({ body: '{"books":2}', version: 2, runs: 2 });
  });

  it('are answered in the end when the data is replaced all the time, and not kept', async () => {
    const replace = () => (shelves.version += 1);
    await queries.answer('mai', subject, count(replace));
    expect(runs).toBe(5);
    expect((await queries.answer('mai', subject, count())).cache).toBe('MISS');
  });

  it('are computed every time while their data changes without a new version', async () => {
    shelves.isCacheable = false;
    for (let times = 0; times < 2; times += 1) {
      expect((await queries.answer('mai', subject, count())).cache).toBe('BYPASS');
    }
    expect(runs).toBe(2);
  });
});
