import { type LiveEvent } from '@tributary/contracts';
import { type SpreadsheetHandle } from '@tributary/google-emulator';
import { type Client } from '../factories/client';
import { LiveClient, newUser } from '../factories/live-client';
import { SheetApp } from '../factories/sheet-app';
import { scaled } from '../setup/scale';

const CONNECTIONS = 10;
const ROUNDS = scaled(5, 100);
const READERS = 1;
const READER_PAUSE_MS = 100;
const DAY = '2026-11-18';
const MAPPING = [
  { system_field: 'order_id', sheet_column: 'id' },
  { system_field: 'order_date', sheet_column: 'day', data_type: 'date' },
  { system_field: 'platform', sheet_column: 'platform' },
  { system_field: 'total_amount', sheet_column: 'total', data_type: 'number' },
];

/** A sheet, and what its owner knows to be in it. */
interface Shop {
  readonly id: string;
  readonly sheet: SpreadsheetHandle;
  readonly totals: number[];
}

/** Tells of ends that were told over a socket, also of those that were told before somebody asked. */
class Ends {
  private readonly told = new Set<string>();
  private readonly waiting = new Map<string, () => void>();

  constructor({ socket }: LiveClient) {
    socket.on('sheet:sync:completed', ({ run_id }: LiveEvent<'sheet:sync:completed'>) => {
      this.told.add(run_id);
      this.waiting.get(run_id)?.();
    });
  }

  async of(runId: string): Promise<void> {
    if (this.told.has(runId)) return;
    await new Promise<void>((resolve) => this.waiting.set(runId, resolve));
  }
}

describe('who waits for the end of a sync and then asks', () => {
  let app: SheetApp;
  let client: Client;
  let ends: Ends;
  let isOver = false;

  const ask = async <T>(shop: Shop, path: string): Promise<T> => {
    const { body } = await client.get(`/api/v1/analytics/${shop.id}/${path}`).expect(200);
    return body as T;
  };

  const sync = async (shop: Shop): Promise<void> => {
    const { body } = await client.post(`/api/v1/sheet-connections/${shop.id}/sync`).expect(202);
    await ends.of((body as { run_id: string }).run_id);
  };

  /** Readers that make sure that there is always an answer in the cache, as old as it can be. */
  const read = async (shop: Shop): Promise<void> => {
    while (!isOver) {
      await ask(shop, 'summary');
      await ask(shop, `time-series?date_from=${DAY}&date_to=${DAY}`);
      await new Promise((resolve) => setTimeout(resolve, READER_PAUSE_MS));
    }
  };

  const change = (shop: Shop, round: number): void => {
    const { sheet, totals } = shop;
    if (round % 3 === 2) {
      const at = round % totals.length;
      totals[at] = totals[at]! + 0.1;
      sheet.set('Orders', `D${at + 2}`, [[totals[at]]]);
    } else {
      totals.push(0.1);
      sheet.append('Orders', [[`DH${totals.length}`, DAY, 'Shopee', 0.1]]);
    }
  };

  const expectFresh = async (shop: Shop): Promise<void> => {
    const count = shop.totals.length;
    const tenths = shop.totals.reduce((sum, total) => sum + Math.round(total * 10), 0);
    expect(await ask(shop, 'summary')).toMatchObject({
      total_count: count,
      total_amount: tenths / 10,
    });
    expect(await ask(shop, `time-series?date_from=${DAY}&date_to=${DAY}`)).toMatchObject({
      data: [{ date: DAY, count, total_amount: tenths / 10 }],
    });
    expect(await ask(shop, 'distribution/platform')).toMatchObject({ data: [{ count }] });
    const { data, total } = await ask<{ data: { data: unknown }[]; total: number }>(shop, 'data');
    expect(total).toBe(count);
    expect(data[0]?.data).toMatchObject({
      order_id: `DH${count}`,
      total_amount: shop.totals.at(-1),
    });
  };

  it(`sees the new rows, in ${CONNECTIONS * ROUNDS} rounds among readers of the same`, async () => {
    app = await SheetApp.start();
    const user = newUser();
    client = await app.client(user);
    ends = new Ends(await LiveClient.following(app.url, user));
    const shops = await Promise.all(
      Array.from({ length: CONNECTIONS }, async (): Promise<Shop> => {
        const sheet = app.sheet([
          ['id', 'day', 'platform', 'total'],
          ['DH1', DAY, 'Shopee', 0.1],
        ]);
        const options = { sync_mode: 'mirror', key_column: 'id', sync_enabled: false };
        return { id: await app.connect(client, sheet, MAPPING, options), sheet, totals: [0.1] };
      }),
    );
    await Promise.all(shops.map(sync));
    const readers = shops.flatMap((shop) => Array.from({ length: READERS }, () => read(shop)));
    try {
      await Promise.all(
        shops.map(async (shop) => {
          for (let round = 0; round < ROUNDS; round += 1) {
            change(shop, round);
            await sync(shop);
            await expectFresh(shop);
          }
        }),
      );
    } finally {
      isOver = true;
      await Promise.all(readers);
    }
  });
});
