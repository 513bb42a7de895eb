import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import {
  ALL_COLUMNS,
  type GoogleCall,
  type SheetReading,
  type SheetRow,
  SheetsClient,
  type SpreadsheetMetadata,
} from '@tributary/google';
import { type ClaimedRun } from '@tributary/pipeline';
import { SheetAccountService } from '../connections/sheet-account.service';
import { type SheetConnection } from '../connections/sheet-connection';
import { HeaderRow } from '../mapping/header-row';
import { HeadersDrifted, resolveColumns } from '../mapping/resolve-columns';
import { RowMapper } from '../mapping/row-mapper';
import { prefetch } from './prefetch';
import { Semaphore } from './semaphore';

/** Where a reading begins, and what is known of the sheet. */
export interface ReadingStart {
  readonly fromRow: number;
  /** Whether few rows are expected. */
  readonly tail: boolean;
  /** The headers that the last sync found. */
  readonly oldHeaders: readonly string[];
}

/** A sheet as it is being read. */
export interface SheetInReading {
  /** The rows may be newer than this, never older. */
  readonly readAt: Date;
  readonly timeZone: string;
  readonly headers: readonly string[];
  /** The key column, by which rows are identified; undefined when there is none. */
  readonly keyIndex: number | undefined;
  readonly mapper: RowMapper;
  /** How many rows there are from the first requested one, when the first response shows it. */
  readonly total: number | null;
  /** Chunks of rows; the next one is requested while the current one is processed. */
  readonly chunks: AsyncIterable<readonly SheetRow[]>;
  /** How many requests it took so far. */
  readonly requests: () => number;
}

type ReadingRun = Pick<ClaimedRun, 'signal'>;

/** A run waits for its quota rather than going back to the queue. */
const QUOTA_WAIT_MS = 600_000;
const LARGE_READINGS = 4;

/** Reads the sheets of connections for their syncs, a chunk of rows at a time. */
@Injectable()
export class SheetReader {
  /** Limits the readings of large sheets in this process: each holds a few megabytes. */
  private readonly largeReadings = new Semaphore(LARGE_READINGS);

  constructor(
    private readonly config: Config,
    private readonly sheets: SheetsClient,
    private readonly accounts: SheetAccountService,
  ) {}

  /**
   * Opens the sheet of a connection at a row. TAB_NOT_FOUND when its tab has another name by now,
   * {@link HeadersDrifted} when a mapped column is gone.
   */
  async open(
    run: ReadingRun,
    connection: SheetConnection,
    { fromRow, tail, oldHeaders }: ReadingStart,
  ): Promise<SheetInReading> {
    const { sheet_id, sheet_name, header_row } = connection;
    // Before the request and the wait for quota.
    const readAt = new Date();
    const reading = await this.sheets.readRows(sheet_id, sheet_name, fromRow, ALL_COLUMNS, {
      headerRow: header_row,
      tail,
      chunkRows: this.config.SHEET_CHUNK_ROWS,
      ...this.callFor(run, connection),
      quotaWaitMs: QUOTA_WAIT_MS,
    });
    // Another tab may have its name by now.
    if (reading.tab.id !== connection.tab_id) throw new DomainError('TAB_NOT_FOUND');
    const headers = HeaderRow.of(reading.header);
    const resolution = resolveColumns(connection, headers, oldHeaders);
    if ('drift' in resolution) throw new HeadersDrifted(resolution.drift);
    const { columns, keyIndex } = resolution;
    const { locale, timeZone } = reading.properties;
    const context = { locale, timeZone };
    return {
      readAt,
      timeZone,
      headers: headers.texts,
      keyIndex,
      mapper: new RowMapper({ headers: headers.texts, columns, context }),
      total: reading.knownRows ?? null,
      chunks: this.inTurn(reading, run.signal),
      requests: () => reading.requests,
    };
  }

  /** The tabs of a connection's spreadsheet. */
  async tabsOf(run: ReadingRun, connection: SheetConnection): Promise<SpreadsheetMetadata['tabs']> {
    const call = this.callFor(run, connection);
    return (await this.sheets.getMetadata(connection.sheet_id, call)).tabs;
  }

  private callFor({ signal }: ReadingRun, connection: SheetConnection): GoogleCall {
    const account = this.accounts.accountOf(connection).email;
    return { account, owner: connection.user_id, signal };
  }

  /** After its first chunk a reading needs a slot of the semaphore. */
  private async *inTurn(
    reading: SheetReading,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SheetRow[]> {
    let free: (() => void) | undefined;
    try {
      for await (const rows of prefetch(reading)) {
        yield rows;
        if (reading.requests > 1) free ??= await this.largeReadings.acquire(signal);
      }
    } finally {
      free?.();
    }
  }
}
