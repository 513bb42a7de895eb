import { type GoogleAccountPool } from '../accounts/google-account-pool';
import { SHEETS_QUOTA } from '../google-quotas';
import { type GoogleEndpoints } from '../http/endpoints';
import { type GoogleCall } from '../http/google-call';
import { type GoogleAnswer, type GoogleHttp } from '../http/google-http';
import { ALL_COLUMNS, type ColumnSpan } from './a1';
import { GRID_MASK, readGrid } from './grid-answer';
import { type RowRequest } from './row-request';
import { type AskForRanges, SheetReading } from './sheet-reading';
import { explainSheetsFailure } from './sheets-failure';
import {
  PROPERTIES_MASK,
  readMetadata,
  type SpreadsheetMetadata,
  TAB_MASK,
} from './spreadsheet-metadata';

const DEADLINE_MS = 30_000;
const LARGE_DEADLINE_MS = 180_000;
/** Larger responses are requested again in smaller parts. */
const MAX_BYTES = 16_000_000;
const CHUNK_ROWS = 2_000;

/** How rows are read. */
export interface ReadRowsOptions extends GoogleCall {
  /** The row with the headers; it comes with the first rows, in the same request. */
  readonly headerRow?: number;
  /** Few rows are expected, as when the sheet was read before: one request for all. */
  readonly tail?: boolean;
  /** How many rows are requested first, for a preview; 2,000 by default. */
  readonly firstRows?: number;
  /** The most rows in a chunk; 2,000 by default. */
  readonly chunkRows?: number;
}

/** Reads Google Sheets within their quota. */
export class SheetsClient {
  constructor(
    private readonly http: GoogleHttp,
    private readonly accounts: GoogleAccountPool,
    private readonly endpoints: GoogleEndpoints,
  ) {}

  /** The title, locale and time zone of a spreadsheet, and its tabs with the sizes of their grids. */
  async getMetadata(spreadsheetId: string, call: GoogleCall = {}): Promise<SpreadsheetMetadata> {
    const fields = `spreadsheetId,${PROPERTIES_MASK},sheets.${TAB_MASK}`;
    const { body } = await this.get(spreadsheetId, [], fields, DEADLINE_MS, call);
    return readMetadata(body);
  }

  /**
   * The rows of a tab from a row on, blank ones left out: a stream of chunks, bounded in memory
   * whatever the sheet's size. Every cell comes exactly and as a person sees it.
   */
  readRows(
    spreadsheetId: string,
    tab: string,
    fromRow: number,
    columns: ColumnSpan = ALL_COLUMNS,
    options: ReadRowsOptions = {},
  ): Promise<SheetReading> {
    const { headerRow, tail = false, firstRows, chunkRows = CHUNK_ROWS, ...call } = options;
    const request: RowRequest = { tab, fromRow, columns, headerRow, tail, firstRows, chunkRows };
    const ask: AskForRanges = async (ranges, isLarge) => {
      const deadlineMs = isLarge ? LARGE_DEADLINE_MS : DEADLINE_MS;
      const answer = await this.get(spreadsheetId, ranges, GRID_MASK, deadlineMs, call, tab);
      return { ...readGrid(answer.body), length: answer.length };
    };
    return SheetReading.open(ask, request);
  }

  private get(
    spreadsheetId: string,
    ranges: readonly string[],
    fields: string,
    deadlineMs: number,
    call: GoogleCall,
    tab?: string,
  ): Promise<GoogleAnswer> {
    const account = this.accounts.named(call.account);
    const query = new URLSearchParams([
      ...ranges.map((range) => ['ranges', range]),
      ['fields', fields],
      ['prettyPrint', 'false'],
    ]);
    return this.http.read(
      {
        url: `${this.endpoints.sheets}/spreadsheets/${encodeURIComponent(spreadsheetId)}?${query}`,
        quota: SHEETS_QUOTA.name,
        deadlineMs,
        maxBytes: MAX_BYTES,
        explain: (failure) => explainSheetsFailure(failure, account, tab),
      },
      account,
      call,
    );
  }
}
