import { type CellInput, type SpreadsheetHandle } from '@tributary/google-emulator';
import fc from 'fast-check';
import { type Client } from '../../factories/client';
import { newUser } from '../../factories/live-client';
import { type RunDetails, SheetApp } from '../../factories/sheet-app';

const RUNS = { numRuns: 100, endOnFailure: true };
const HEADER = ['Order ID', 'Total'];
const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
];

type RowKind = 'good' | 'bad cell' | 'no id' | 'blank';

const rowKind = fc.constantFrom<RowKind>('good', 'good', 'bad cell', 'no id', 'blank');
const batch = fc.array(rowKind, { maxLength: 6 });

/** A sheet that grows, and what a sync has to make of it. */
class GrowingSheet {
  private readonly kinds: RowKind[] = [];

  constructor(readonly sheet: SpreadsheetHandle) {}

  grow(batch: readonly RowKind[]): void {
    const rows = batch.map((kind, at) => this.row(kind, this.kinds.length + at + 2));
    if (rows.length > 0) this.sheet.set('Orders', `A${this.kinds.length + 2}`, rows);
    this.kinds.push(...batch);
  }

  private row(kind: RowKind, number: number): CellInput[] {
    if (kind === 'blank') return [null, null];
    if (kind === 'no id') return [null, number];
    return [`A${number}`, kind === 'good' ? number : 'much'];
  }

  /** The numbers of the rows of some kinds that are below a row. */
  below(row: number, ...kinds: RowKind[]): number[] {
    return this.kinds.flatMap((kind, at) => (at + 2 > row && kinds.includes(kind) ? [at + 2] : []));
  }
}

describe('syncs of a sheet that grows', () => {
  let app: SheetApp;
  let client: Client;

  beforeAll(async () => {
    app = await SheetApp.start();
    client = await app.client(newUser());
  });

  async function connected(options: object = {}): Promise<[GrowingSheet, string]> {
    const sheet = app.sheet([HEADER]);
    const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false, ...options });
    return [new GrowingSheet(sheet), id];
  }

  const states = () => app.store.collection('sheet_sync_states');

  function expectToAddUp({ counts }: RunDetails): void {
    const { rows_read, rows_written, rows_skipped, rows_failed } = counts ?? {};
    expect(rows_read).toBe((rows_written ?? 0) + (rows_skipped ?? 0) + (rows_failed ?? 0));
  }

  it('Feature: google-sheet-crawler, Property 10: a sync processes only rows beyond last_synced_row and leaves it at the highest processed row', async () => {
    const [growing, id] = await connected();
    let last = 0;
    let written = 0;
    await fc.assert(
      fc.asyncProperty(batch, async (rows) => {
        growing.grow(rows);
        const processed = growing.below(last, 'good', 'bad cell', 'no id');
        const kept = growing.below(last, 'good', 'bad cell');
        const run = await app.sync(client, id);
        expectToAddUp(run);
        expect(run).toMatchObject({
          status: 'succeeded',
          counts: {
            rows_read: processed.length,
            rows_written: kept.length,
            rows_inserted: kept.length,
            rows_updated: 0,
            rows_skipped: processed.length - kept.length,
            cell_problems: growing.below(last, 'bad cell').length,
          },
        });
        last = processed.at(-1) ?? last;
        written += kept.length;
        expect(await states().findOne({ connection_id: id })).toMatchObject({
          status: 'success',
          last_synced_row: last,
          total_rows_synced: written,
        });
        expect(await storedNumbers(id)).toEqual(growing.below(0, 'good', 'bad cell'));
        // What was stored stays as it was, though its row in the sheet is another one now.
        if (kept.length > 0) growing.sheet.set('Orders', `A${kept[0]}`, [['changed', 0]]);
      }),
      RUNS,
    );
    const changed = app.store.collection('sheet_raw_data');
    expect(await changed.countDocuments({ connection_id: id, 'data.order_id': 'changed' })).toBe(0);
  });

  it('Feature: google-sheet-crawler, Property 15: a row that is synced any number of times has exactly one document', async () => {
    const sheets = {
      append: await connected({ sync_mode: 'append' }),
      mirror: await connected({ sync_mode: 'mirror' }),
    };
    const mode = fc.constantFrom<keyof typeof sheets>('append', 'append', 'mirror');
    await fc.assert(
      // The cursor is set back, as after a chunk whose cursor was not stored.
      fc.asyncProperty(batch, fc.nat(8), mode, async (rows, back, sync_mode) => {
        const [growing, id] = sheets[sync_mode];
        growing.grow(rows);
        const state = await states().findOne({ connection_id: id });
        const last_synced_row = Math.max(0, Number(state?.last_synced_row) - back);
        await states().updateOne({ connection_id: id }, { $set: { last_synced_row } });
        expectToAddUp(await app.sync(client, id));
        expect(await storedNumbers(id)).toEqual(growing.below(0, 'good', 'bad cell'));
      }),
      RUNS,
    );
  });

  async function storedNumbers(id: string): Promise<number[]> {
    const documents = await app.store
      .collection('sheet_raw_data')
      .find({ connection_id: id })
      .sort({ row_number: 1 })
      .toArray();
    return documents.map(({ row_number }) => Number(row_number));
  }
});
