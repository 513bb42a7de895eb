import { Redis } from 'ioredis';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { SheetsClient } from '@tributary/google';
import { AggregationService } from '../../src/analytics/queries/aggregation.service';
import { SheetRowRepository } from '../../src/sheet-crawler/rows/sheet-row.repository';
import { type Client } from '../factories/client';
import { Dashboard, factsOf, mappingOf, order, ORDERS } from '../factories/dashboard';
import { eventually } from '../factories/eventually';
import { newUser } from '../factories/live-client';
import { SheetApp } from '../factories/sheet-app';

let app: SheetApp;
let client: Client;
let orders: Dashboard;

beforeAll(async () => {
  app = await SheetApp.start();
});

beforeEach(async () => {
  client = await app.client(newUser());
  orders = await Dashboard.open(app, client, [
    ORDERS,
    order(1, '2026-01-05', 10),
    order(2, '2026-01-06', 20, 'Lazada'),
  ]);
});

afterEach(() => jest.restoreAllMocks());

const asked = async (question: string) => factsOf(await orders.ask(question).expect(200));
const cacheOf = async (question: string) => (await asked(question)).cache;
const total = (body: unknown) => (body as { total_count: number }).total_count;
const aggregations = () => app.test.app.get(AggregationService, { strict: false });

const keyOf = ({ id }: Dashboard, name: string) =>
  `${app.test.app.get(Config).REDIS_PREFIX}:analytics:${id}:${name}`;
const answersKey = (dashboard: Dashboard) => keyOf(dashboard, 'answers');

const FIVE_MINUTES_MS = 300_000;

describe('an answer', () => {
  it.each([
    'summary',
    'time-series?date_from=2026-01-01&date_to=2026-01-31',
    'distribution/platform',
    'top/platform',
    'data',
  ])('is made once, and kept: %s', async (question) => {
    const made = await orders.ask(question).expect(200);
    const kept = await orders.ask(question).expect(200);
    expect([factsOf(made).cache, factsOf(kept).cache]).toEqual(['MISS', 'HIT']);
    expect(kept.text).toBe(made.text);
    expect({ ...factsOf(kept), cache: 'MISS' }).toEqual(factsOf(made));
    expect(kept.headers.etag).toBe(made.headers.etag);
  });

  it('is found whatever the order of the parameters, and with defaults that are spelled out', async () => {
    const range = ['date_from=2026-01-01', 'date_to=2026-01-31', 'timezone=Etc/GMT'];
    expect(await cacheOf(`summary?${range.join('&')}`)).toBe('MISS');
    expect(await cacheOf(`summary?${range.reverse().join('&')}`)).toBe('HIT');
    expect(await cacheOf('data')).toBe('MISS');
    expect(await cacheOf('data?sort_order=desc&page_size=20&page=1&search=')).toBe('HIT');
  });

  it('is another one for other parameters', async () => {
    const others = [
      'summary',
      'summary?date_from=2026-01-05',
      'summary?date_to=2026-01-05',
      'summary?date_from=2026-01-05&date_to=2026-01-05',
      'summary?timezone=Asia/Ho_Chi_Minh',
      'time-series?date_from=2026-01-05&date_to=2026-01-05',
      'time-series?date_from=2026-01-05&date_to=2026-01-05&granularity=week',
      'time-series?date_from=2026-01-05&date_to=2026-01-05&metrics=count',
      'distribution/platform',
      'distribution/order_status',
      'top/platform',
      'top/platform?metric=count',
      'top/platform?limit=1',
      'data',
      'data?page=2',
      'data?page_size=1',
      'data?search=a1',
      'data?search=A1',
      'data?sort_by=platform',
      'data?sort_order=asc',
    ];
    for (const question of others)
      expect([question, await cacheOf(question)]).toEqual([question, 'MISS']);
    for (const question of others)
      expect([question, await cacheOf(question)]).toEqual([question, 'HIT']);
  });

  it('is not sent again to who has it, with headers that tell of it', async () => {
    const first = await orders.ask('summary').expect(200);
    const etag = first.headers.etag as string;
    const again = await orders.ask('summary').set('If-None-Match', etag).expect(304);
    expect(again.text).toBe('');
    expect(again.headers).toMatchObject({
      etag,
      'x-cache': 'HIT',
      'x-data-version': first.headers['x-data-version'] as string,
      'x-data-as-of': first.headers['x-data-as-of'] as string,
      'x-rows-excluded': '0',
      'cache-control': 'private, no-cache',
    });
    await orders.ask('summary').set('If-None-Match', '"another"').expect(200);
    orders.sheet.append('Orders', [order(3, '2026-01-07')]);
    await orders.sync();
    const news = await orders.ask('summary').set('If-None-Match', etag).expect(200);
    expect(total(news.body)).toBe(3);
  });

  it('has the same tag when other data gives the same answer', async () => {
    const { headers } = await orders.ask('summary?date_to=2026-01-05').expect(200);
    orders.sheet.append('Orders', [order(3, '2026-01-07')]);
    await orders.sync();
    const question = orders.ask('summary?date_to=2026-01-05');
    await question.set('If-None-Match', headers.etag as string).expect(304);
  });

  it('is kept for five minutes', async () => {
    const redis = app.test.app.get(Redis);
    const key = answersKey(orders);
    await redis.del(key);
    const askedAt = Date.now();
    await orders.ask('summary').expect(200);
    const life = await redis.pttl(key);
    const now = Date.now();
    expect(life).toBeLessThanOrEqual(FIVE_MINUTES_MS);
    expect(now + life).toBeGreaterThanOrEqual(askedAt + FIVE_MINUTES_MS);
    const [[field, text] = ['', '']] = Object.entries(await redis.hgetall(key));
    const entry = JSON.parse(text) as { expires: number };
    expect(entry.expires).toBeGreaterThanOrEqual(askedAt + FIVE_MINUTES_MS);
    expect(entry.expires).toBeLessThanOrEqual(now + FIVE_MINUTES_MS);
    // Another answer would keep the hash; this one is over all the same.
    await redis.hset(key, field, JSON.stringify({ ...entry, expires: Date.now() - 1 }));
    expect([await cacheOf('summary'), await cacheOf('summary')]).toEqual(['MISS', 'HIT']);
  });

  it('that cannot be read is made anew', async () => {
    await orders.ask('summary').expect(200);
    const redis = app.test.app.get(Redis);
    const [field = ''] = await redis.hkeys(answersKey(orders));
    await redis.hset(answersKey(orders), field, '{"body":');
    const answer = await orders.ask('summary').expect(200);
    expect(total(answer.body)).toBe(2);
    expect([factsOf(answer).cache, await cacheOf('summary')]).toEqual(['MISS', 'HIT']);
  });

  it.each([
    ['no JSON', () => '{"connection_id":'],
    ['nothing', () => 'null'],
    ['something else', () => '["HIT"]'],
    [
      'less than there should be',
      (snapshot: object) => JSON.stringify({ ...snapshot, version: undefined }),
    ],
    ['no date', (snapshot: object) => JSON.stringify({ ...snapshot, as_of: 'yesterday' })],
    [
      'of another connection',
      (snapshot: object) => JSON.stringify({ ...snapshot, connection_id: 'x' }),
    ],
  ])('is given also when the snapshot in Redis is damaged: %s', async (_, damaged) => {
    const before = await orders.ask('summary').expect(200);
    const redis = app.test.app.get(Redis);
    const key = keyOf(orders, 'book');
    // It stays there for a few seconds only.
    const kept = await eventually('a snapshot is kept', async () => {
      await orders.ask('summary').expect(200);
      return (await redis.get(key)) ?? undefined;
    });
    const text = damaged(JSON.parse(kept) as object);
    await redis.set(key, text);
    const answer = await orders.ask('summary').expect(200);
    expect(answer.body).toEqual(before.body);
    expect({ ...factsOf(answer), cache: 'MISS' }).toEqual(factsOf(before));
    expect(answer.headers['x-data-as-of']).toBe(before.headers['x-data-as-of']);
    expect(await redis.get(key)).not.toBe(text);
  });

  it('is computed once for a hundred who ask at the same time', async () => {
    const aggregate = jest.spyOn(aggregations(), 'aggregate');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => orders.ask('summary').expect(200)),
    );
    expect(aggregate).toHaveBeenCalledTimes(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers) expect(['MISS', 'HIT']).toContain(factsOf(answer).cache);
  });

  it('that fails is nobody else’s, and is made again', async () => {
    const aggregate = jest
      .spyOn(aggregations(), 'aggregate')
      .mockRejectedValueOnce(new Error('the store'));
    await orders.ask('summary').expect(500);
    expect(await cacheOf('summary')).toBe('MISS');
    expect(aggregate).toHaveBeenCalledTimes(2);
  });

  it('is not shared with another connection of the same sheet', async () => {
    await orders.ask('summary').expect(200);
    const id = await app.connect(client, orders.sheet, mappingOf(ORDERS));
    await app.idle(client, id);
    const other = await client.get(`/api/v1/analytics/${id}/summary`).expect(200);
    expect(factsOf(other).cache).toBe('MISS');
  });
});

describe('kept answers are dropped', () => {
  it('by a sync that changed rows, and by no other', async () => {
    const before = await asked('summary');
    await orders.sync();
    const unchanged = await asked('summary');
    expect(unchanged).toEqual({ ...before, cache: 'HIT' });
    orders.sheet.append('Orders', [order(3, '2026-01-07')]);
    await orders.sync();
    expect(await app.test.app.get(Redis).exists(answersKey(orders))).toBe(0);
    const answer = await orders.ask('summary').expect(200);
    expect(total(answer.body)).toBe(3);
    expect(factsOf(answer).cache).toBe('MISS');
    expect(factsOf(answer).version).toBeGreaterThan(before.version);
  });

  it('by a sync that moved, edited or deleted rows of a mirror', async () => {
    await orders.update({ sync_mode: 'mirror', key_column: 'order_id' });
    const { sheet } = orders;
    const edits = [
      () => sheet.set('Orders', 'G2', [[11]]),
      () => sheet.sortRows('Orders', 'A', { descending: true }),
      () => sheet.append('Orders', [order(4, '2026-01-09'), order(5, '2026-01-09')]),
      () => sheet.deleteRows('Orders', 2),
    ];
    let { version } = await asked('data');
    for (const edit of edits) {
      expect(await cacheOf('data')).toBe('HIT');
      edit();
      expect(await orders.sync()).toMatchObject({ status: 'succeeded' });
      const now = await asked('data');
      expect(now).toMatchObject({ cache: 'MISS' });
      expect(now.version).toBeGreaterThan(version);
      ({ version } = now);
    }
    await orders.sync();
    expect(await asked('data')).toMatchObject({ cache: 'HIT', version });
  });

  it('when the mapping changes', async () => {
    const { version } = await asked('summary');
    const column_mappings = mappingOf(ORDERS).map((column) =>
      column.system_field === 'total_amount' ? { ...column, sheet_column: 'subtotal' } : column,
    );
    await client
      .put(`/api/v1/sheet-connections/${orders.id}`, {
        column_mappings: column_mappings.filter(({ system_field }) => system_field !== 'subtotal'),
        sync_enabled: false,
      })
      .expect(200);
    const between = await asked('summary');
    expect(between.cache).toBe('MISS');
    expect(between.version).toBeGreaterThan(version);
    await orders.sync();
    const after = await orders.ask('summary').expect(200);
    expect(after.body).toEqual({ total_count: 2, total_amount: 0, avg_amount: 0 });
    expect(factsOf(after)).toMatchObject({ cache: 'MISS', excluded: 2 });
    expect(factsOf(after).version).toBeGreaterThan(between.version);
  });

  it('when the connection is deleted, with everything that was kept of it', async () => {
    await orders.ask('summary').expect(200);
    await orders.ask('data').expect(200);
    const stored = (name: string) =>
      app.store.collection(name).countDocuments({ connection_id: orders.id });
    expect(await stored('sheet_books')).toBe(1);
    expect(await stored('sheet_rollups')).toBeGreaterThan(0);
    await app.delete(client, orders.id);
    await orders.ask('summary').expect(404, { detail: 'Connection not found' });
    await orders.ask('data').expect(404);
    expect([await stored('sheet_books'), await stored('sheet_rollups')]).toEqual([0, 0]);
    const redis = app.test.app.get(Redis);
    // Only what keeps late answers out stays, and not for long.
    const mark = keyOf(orders, 'version');
    expect(await redis.keys(`*${orders.id}*`)).toEqual([mark]);
    expect(await redis.ttl(mark)).toBeGreaterThan(0);
  });
});

describe('X-Data-As-Of', () => {
  const asOf = async (dashboard = orders) =>
    Date.parse((await dashboard.ask('summary').expect(200)).headers['x-data-as-of'] as string);

  it.each([
    ['nothing changed', 0],
    ['rows were added', 1],
  ])('is when the sheet was read, not when its roll-ups were complete: %s', async (_, added) => {
    const before = await asOf();
    const sheets = app.test.app.get(SheetsClient, { strict: false });
    const readRows = sheets.readRows.bind(sheets);
    let answered = NaN;
    jest.spyOn(sheets, 'readRows').mockImplementation(async (...request) => {
      const reading = await readRows(...request);
      answered = Date.now();
      await eventually('the clock goes on', () => Date.now() > answered);
      return reading;
    });
    const asked = Date.now();
    if (added > 0) orders.sheet.append('Orders', [order(3, '2026-01-07')]);
    expect(await orders.sync()).toMatchObject({
      status: 'succeeded',
      counts: { rows_inserted: added },
    });
    const after = await asOf();
    expect(after).toBeGreaterThan(before);
    expect(after).toBeGreaterThanOrEqual(asked);
    expect(after).toBeLessThanOrEqual(answered);
  });

  it('stays what it was when a sync is refused because rows would vanish', async () => {
    const mirror = await Dashboard.open(
      app,
      client,
      [ORDERS, order(1, '2026-01-05'), order(2, '2026-01-06')],
      { connection: { sync_mode: 'mirror' } },
    );
    const before = await asOf(mirror);
    mirror.sheet.clear('Orders', 'A2:G');
    expect(await mirror.sync()).toMatchObject({ error: { code: 'ROWS_WOULD_VANISH' } });
    expect(await asOf(mirror)).toBe(before);
    expect(await mirror.sync({ accept_deletions: true })).toMatchObject({ status: 'succeeded' });
    expect(await asOf(mirror)).toBeGreaterThan(before);
  });

  it('stays what it was when a sync fails after it stored rows, which answers do count', async () => {
    const before = await asOf();
    const rows = app.test.app.get(SheetRowRepository, { strict: false });
    const upsert = rows.upsert.bind(rows);
    jest.spyOn(rows, 'upsert').mockImplementation(async (...request) => {
      await upsert(...request);
      throw new DomainError('SHEET_NOT_SHARED');
    });
    orders.sheet.append('Orders', [order(3, '2026-01-07')]);
    expect(await orders.sync()).toMatchObject({ error: { code: 'SHEET_NOT_SHARED' } });
    expect(total(await orders.body('summary'))).toBe(3);
    expect(await asOf()).toBe(before);
  });

  it('is absent after a first sync that failed half-way', async () => {
    const rows = app.test.app.get(SheetRowRepository, { strict: false });
    const upsert = rows.upsert.bind(rows);
    jest.spyOn(rows, 'upsert').mockImplementation(async (...request) => {
      await upsert(...request);
      throw new DomainError('SHEET_NOT_SHARED');
    });
    const failed = await Dashboard.open(app, client, [ORDERS, order(1, '2026-01-05')]);
    const answer = await failed.ask('summary').expect(200);
    expect(total(answer.body)).toBe(1);
    expect(answer.headers).not.toHaveProperty('x-data-as-of');
  });
});

describe('what was computed before an invalidation', () => {
  /** Has the next aggregation wait, once it was made, until it is released. */
  function holdTally(): { made: Promise<void>; release: () => void } {
    const service = aggregations();
    const aggregate = service.aggregate.bind(service);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const made = new Promise<void>((resolve) => {
      jest.spyOn(service, 'aggregate').mockImplementationOnce(async (selection) => {
        const values = await aggregate(selection);
        resolve();
        await released;
        return values;
      });
    });
    return { made, release };
  }

  it('is neither given nor kept after it: a sync', async () => {
    const { made, release } = holdTally();
    const asking = orders.ask('summary').expect(200).then();
    await made;
    orders.sheet.append('Orders', [order(3, '2026-01-07')]);
    await orders.sync();
    release();
    const answer = await asking;
    expect(total(answer.body)).toBe(3);
    const next = await orders.ask('summary').expect(200);
    expect(total(next.body)).toBe(3);
    expect(factsOf(next)).toMatchObject({ cache: 'HIT', version: factsOf(answer).version });
  });

  it('is neither given nor kept after it: the end of the connection', async () => {
    const { made, release } = holdTally();
    const asking = orders.ask('summary').then();
    await made;
    await client.delete(`/api/v1/sheet-connections/${orders.id}`).expect(204);
    release();
    const answer = await asking;
    expect({ status: answer.status, body: answer.body as unknown }).toEqual({
      status: 404,
      body: { detail: 'Connection not found' },
    });
    expect(await app.test.app.get(Redis).exists(answersKey(orders))).toBe(0);
  });
});
