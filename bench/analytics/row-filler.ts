import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CryptoModule, LifecycleModule } from '@tributary/common';
import { ConfigModule, loadConfig } from '@tributary/config';
import { MongoModule } from '@tributary/mongo';
import { RedisModule } from '@tributary/redis';
import { type Collection } from 'mongodb';
import { AnalyticsStoreModule } from '../../src/analytics';
import { type ObservedSession, SyncObserver } from '../../src/sheet-crawler';
import { CellConverter } from '../../src/sheet-crawler/mapping/convert-cell';
import { type FieldValue } from '../../src/sheet-crawler/mapping/column-mapping';
import { SheetRowRepository } from '../../src/sheet-crawler/rows/sheet-row.repository';
import { SHOP } from './orders';

/** Rows that are stored as if they had been synced. */
export interface RowFill {
  readonly connectionId: string;
  readonly userId: string;
  readonly tab: string;
  readonly count: number;
  readonly fields: (place: number) => Record<string, FieldValue>;
}

const CHUNK = 2_000;
const GENERATION = 1;
const FENCE = { number: 1, assertHeld: (): void => undefined };
/** The first row of a sheet has the headers. */
const FIRST_ROW = 2;

/**
 * Stores rows as a sync does, without a sheet to read: Tributary's own code says what is stored beside
 * them, and adds them up. Only the rows themselves go to the store by plain inserts, which take less
 * time than what a sync has to do.
 */
export class RowFiller {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly rows: Collection,
    private readonly progress: (text: string) => void,
  ) {}

  static async start(
    stores: Readonly<Record<'REDIS_URL' | 'MONGODB_URL', string>>,
    rows: Collection,
    progress: (text: string) => void,
  ): Promise<RowFiller> {
    @Module({
      imports: [
        ConfigModule.forRoot(loadConfig({ NODE_ENV: 'test' })),
        CryptoModule,
        LifecycleModule,
        RedisModule.forRoot(stores.REDIS_URL),
        MongoModule.forRoot(stores.MONGODB_URL),
        AnalyticsStoreModule.forRoot([]),
      ],
    })
    class Filling {}
    const app = await NestFactory.createApplicationContext(Filling, { logger: false });
    return new RowFiller(app, rows, progress);
  }

  /** Stores the rows and their roll-ups, and publishes them. */
  async fill(fill: RowFill): Promise<void> {
    const { connectionId: connection_id, count } = fill;
    const rowSet = { connection_id, generation: GENERATION };
    // Makes the indexes.
    await this.app.get(SheetRowRepository, { strict: false }).upsert(FENCE, rowSet, [], new Date());
    const watch = await this.app.get(SyncObserver).open(passOf(fill));
    if (!watch) throw new Error('there are rows already');
    for (let at = 0; at < count; at += CHUNK) {
      this.progress(`storing row ${at} of ${count}`);
      const rows = Array.from({ length: Math.min(CHUNK, count - at) }, (_, index) =>
        rowOf(fill, at + index),
      );
      const facts = await watch.beforeUpsert(rows);
      const documents = rows.map((row, index) => ({ ...rowSet, ...row, facts: facts[index] }));
      await this.rows.insertMany(documents, { ordered: false });
    }
    this.progress(`adding up ${count} rows`);
    await watch.commit();
  }

  /** Answers that are kept of a connection do not count any more. */
  forgetAnswers(connectionId: string): Promise<void> {
    return this.app.get(SyncObserver).changed(connectionId);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

interface FilledRow {
  readonly row_id: number;
  readonly row_number: number;
  readonly data: Record<string, FieldValue>;
  readonly raw_data: Record<string, string>;
  readonly synced_at: Date;
  readonly fence: number;
}

function rowOf({ fields }: RowFill, place: number): FilledRow {
  const data = fields(place);
  const raw = Object.entries(data).map(([field, value]) => [field, shown(value)]);
  return {
    row_id: place + FIRST_ROW,
    row_number: place + FIRST_ROW,
    data,
    raw_data: Object.fromEntries(raw) as Record<string, string>,
    synced_at: new Date(),
    fence: FENCE.number,
  };
}

function shown(value: FieldValue): string {
  return value instanceof Date ? value.toISOString() : String(value ?? '');
}

function passOf({ connectionId, userId, tab }: RowFill): ObservedSession {
  return {
    runId: 'filling',
    fence: FENCE,
    connection: {
      id: connectionId,
      user_id: userId,
      sheet_id: connectionId,
      sheet_name: tab,
      sheet_type: null,
      tab_id: 0,
      account: '',
      column_mappings: [],
      header_row: FIRST_ROW - 1,
      data_start_row: FIRST_ROW,
      sync_enabled: false,
      sync_mode: 'append',
      key_column: null,
      key: null,
      generation: GENERATION,
      created_at: new Date(),
      updated_at: new Date(),
    },
    readAt: new Date(),
    timeZone: SHOP.timeZone,
    texts: new CellConverter(SHOP),
  };
}
