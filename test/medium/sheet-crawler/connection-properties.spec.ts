import { type SpreadsheetHandle } from '@tributary/google-emulator';
import fc from 'fast-check';
import { type Client } from '../../factories/client';
import { newUser } from '../../factories/live-client';
import { SheetApp } from '../../factories/sheet-app';

const RUNS = { numRuns: 100, endOnFailure: true };
const PATH = '/api/v1/sheet-connections';
const HEADERS = ['Order ID', 'Date', 'Total', 'Ghi chú', '', 'a.b $c'];
const COLUMNS = [...HEADERS.filter((header) => header !== ''), 'A', 'c', 'E', 'F', 'Z'];

const fieldName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((name) => name.trim() !== '' && !/[.$\0]|\p{Surrogate}/u.test(name))
  .filter((name) => !['__proto__', 'constructor', 'prototype', '_bsontype'].includes(name));
const mapping = fc.record({
  system_field: fieldName,
  sheet_column: fc.constantFrom(...COLUMNS),
  data_type: fc.constantFrom('string', 'number', 'integer', 'date', 'boolean'),
  required: fc.boolean(),
});
const mappings = fc.uniqueArray(mapping, {
  selector: ({ system_field }) => system_field,
  maxLength: 6,
});
const rows = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 900 }))
  .map(([header_row, below]) => ({ header_row, data_start_row: header_row + below }));
const mode = fc.oneof(
  fc.constant({ sync_mode: 'append', key_column: null }),
  fc.record({
    sync_mode: fc.constant('mirror'),
    key_column: fc.option(fc.constantFrom('Order ID', 'ghi CHÚ', 'B')),
  }),
);
const tab = fc.record({ sheet_name: fc.constantFrom('Orders', "Năm '26 !") });

const settings = fc
  .tuple(tab, rows, mode, fc.record({ column_mappings: mappings, sync_enabled: fc.boolean() }))
  .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);

/** Groups of settings that can be changed each for itself. */
const changes = fc
  .tuple(
    fc.option(tab),
    fc.option(rows),
    fc.option(mode),
    fc.record({ column_mappings: mappings, sync_enabled: fc.boolean() }, { requiredKeys: [] }),
  )
  .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);

describe('connections of an api without a worker', () => {
  let app: SheetApp;
  let sheet: SpreadsheetHandle;
  let client: Client;

  beforeAll(async () => {
    app = await SheetApp.start({ ROLE: 'api' });
    // Every row may be the header row.
    const top = [HEADERS, HEADERS, HEADERS];
    sheet = app.sheet(top).addTab({ title: "Năm '26 !", rows: top });
    client = await app.client(newUser());
  });

  it('Feature: google-sheet-crawler, Property 1: creating a connection and retrieving it by id gives an equivalent connection', async () => {
    await fc.assert(
      fc.asyncProperty(settings, fc.boolean(), async (wanted, byAddress) => {
        const address = `https://docs.google.com/spreadsheets/d/${sheet.id}/edit`;
        const body = { ...wanted, sheet_id: byAddress ? address : sheet.id };
        const created = await client.post(PATH, body).expect(201);
        const { id } = created.body as { id: string };
        const { body: found } = await client.get(`${PATH}/${id}`).expect(200);
        expect(found).toMatchObject({ ...wanted, id, sheet_id: sheet.id });
        expect(found).toEqual(created.body);
      }),
      RUNS,
    );
  });

  it('Feature: google-sheet-crawler, Property 2: a list has all connections of the user and only those', async () => {
    const creators = fc.array(fc.nat(2), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(creators, async (order) => {
        const users = await Promise.all([0, 1, 2].map(() => app.client(newUser())));
        const made: string[][] = users.map(() => []);
        for (const user of order) {
          const body = [{ system_field: 'id', sheet_column: 'A' }];
          made[user]?.push(await app.connect(users[user] as Client, sheet, body));
        }
        for (const [at, user] of users.entries()) {
          const { body } = await user.get(PATH).expect(200);
          expect((body as { id: string }[]).map(({ id }) => id)).toEqual(made[at]);
        }
      }),
      RUNS,
    );
  });

  it('Feature: google-sheet-crawler, Property 3: an update changes the given fields and leaves the others as they were', async () => {
    await fc.assert(
      fc.asyncProperty(settings, changes, async (wanted, changed) => {
        const created = await client.post(PATH, { ...wanted, sheet_id: sheet.id }).expect(201);
        const before = created.body as Record<string, unknown>;
        const path = `${PATH}/${before.id as string}`;
        const updated = await client.put(path, changed).expect(200);
        const expected = { ...before, ...changed, updated_at: expect.any(String) as string };
        expect(updated.body).toEqual(expected);
        expect((await client.get(path).expect(200)).body).toEqual(updated.body);
      }),
      RUNS,
    );
  });

  it('Feature: google-sheet-crawler, Property 7: a preview of N rows has at most min(N, 50) of them', async () => {
    const sizes = [0, 1, 7, 49, 50, 51, 120];
    const ids = await Promise.all(
      sizes.map((size) => {
        const data = Array.from({ length: size }, (_, at) => [`A${at}`, at]);
        return app.connect(client, app.sheet([['Order ID', 'Total'], ...data]), [
          { system_field: 'order_id', sheet_column: 'Order ID' },
        ]);
      }),
    );
    const asked = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_000_000 }));
    await fc.assert(
      fc.asyncProperty(fc.nat(sizes.length - 1), asked, async (at, count) => {
        const size = sizes[at] as number;
        const { body } = await client.get(`${PATH}/${ids[at]}/preview?rows=${count}`).expect(200);
        const preview = body as { rows: unknown[]; mapped: unknown[]; total_rows: number };
        expect(preview.rows).toHaveLength(Math.min(count, 50, size));
        expect(preview.mapped).toHaveLength(preview.rows.length);
        expect(preview.total_rows).toBe(size);
      }),
      RUNS,
    );
  });
});
