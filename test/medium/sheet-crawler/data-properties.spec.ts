import fc from 'fast-check';
import { Types } from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client } from '../../factories/client';
import { newUser } from '../../factories/live-client';
import { type DataRow, SheetApp } from '../../factories/sheet-app';

const RUNS = { numRuns: 100, endOnFailure: true };
const PATH = '/api/v1/sheet-connections';
const HEADER = ['Order ID', 'Total'];
const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
];

describe('stored rows', () => {
  let app: SheetApp;
  let client: Client;

  beforeAll(async () => {
    app = await SheetApp.start();
    client = await app.client(newUser());
  });

  const sheetOf = (size: number) =>
    app.sheet([HEADER, ...Array.from({ length: size }, (_, at) => [`A${at}`, at])]);

  it('Feature: google-sheet-crawler, Property 4: deleting a connection leaves no document of it in any collection', async () => {
    const when = fc.constantFrom('at once', 'in the midst of it', 'when synced', 'synced twice');
    const mode = fc.constantFrom('append', 'mirror');
    await fc.assert(
      fc.asyncProperty(fc.nat(5), when, mode, fc.nat(20), async (size, moment, sync_mode, ms) => {
        const id = await app.connect(client, sheetOf(size), MAPPING, { sync_mode });
        if (moment === 'in the midst of it') await delay(ms);
        if (moment.startsWith('when') || moment === 'synced twice') await app.idle(client, id);
        if (moment === 'synced twice') await app.sync(client, id);
        await app.delete(client, id);
        const left = await Promise.all([
          app.store.collection('sheet_connections').countDocuments({ _id: new Types.ObjectId(id) }),
          ...['sheet_sync_states', 'sheet_raw_data', 'sheet_sync_reports'].map((name) =>
            app.store.collection(name).countDocuments({ connection_id: id }),
          ),
          app.store.collection('runs').countDocuments({ subject: id }),
        ]);
        expect(left).toEqual([0, 0, 0, 0, 0]);
      }),
      RUNS,
    );
    expect(await app.store.collection('sheet_raw_data').countDocuments()).toBe(0);
  });

  it('Feature: google-sheet-crawler, Property 14: page P of size S has at most S rows, from offset (P - 1) * S', async () => {
    const sizes = [0, 1, 20, 237];
    const ids = await Promise.all(sizes.map((size) => app.connect(client, sheetOf(size), MAPPING)));
    for (const id of ids) await app.idle(client, id);
    const page = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 }));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sizes.length - 1),
        page,
        fc.integer({ min: 1, max: 100 }),
        async (at, number, size) => {
          const total = sizes[at] as number;
          const path = `${PATH}/${ids[at]}/data?page=${number}&page_size=${size}`;
          const { body } = await client.get(path).expect(200);
          const { data, ...rest } = body as { data: DataRow[] };
          const offset = (number - 1) * size;
          const expected = Array.from(
            { length: Math.max(0, Math.min(size, total - offset)) },
            (_, index) => offset + index,
          );
          expect(data.map(({ data: { total: value } }) => value)).toEqual(expected);
          expect(data.map(({ row_number }) => row_number)).toEqual(expected.map((n) => n + 2));
          expect(rest).toMatchObject({ total, page: number, page_size: size });
        },
      ),
      RUNS,
    );
  });
});
