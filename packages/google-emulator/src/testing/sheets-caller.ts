import { EmulatorClock } from '../control/emulator-clock';
import { FileStore } from '../files/file-store';
import { ApiError } from '../http/api-error';
import { findRoute } from '../http/router';
import { type ApiAnswer, type Route } from '../http/route';
import { checkTypedQuery } from '../http/system-parameters';
import { toJsonText } from '../http/json-text';
import { type SpreadsheetDefinition } from '../sheets/definition';
import { type SpreadsheetHandle } from '../sheets/edits/spreadsheet-handle';
import { SheetsEmulation } from '../sheets/sheets-emulation';

/** Who calls unless a test says otherwise; it may write everything that `sheet` makes. */
export const CALLER = 'robot@project.test';

/** A list of which a test knows that its first entries are there. */
type List<T> = T[] & Record<0 | 1 | 2 | 3, T>;

interface TabAnswer {
  readonly title: string;
  readonly sheetId: number;
  readonly hidden?: boolean;
  readonly gridProperties: { readonly rowCount: number; readonly columnCount: number };
}

interface BlockAnswer {
  readonly rowData: List<{ readonly values: List<{ readonly formattedValue: string }> }>;
  readonly rowMetadata: unknown[];
  readonly columnMetadata: unknown[];
}

/** The members that answers of the API can have; a test reads those that its call should give. */
export interface SheetsAnswer {
  readonly spreadsheetId: string;
  readonly properties: { readonly title: string };
  readonly sheets: List<{
    readonly properties: TabAnswer;
    readonly data: List<BlockAnswer>;
    readonly merges?: unknown[];
  }>;
  readonly namedRanges: unknown;
  readonly spreadsheetUrl: string;
  readonly range: string;
  readonly values: unknown;
  readonly valueRanges: { readonly range: string }[];
  readonly tableRange?: string;
  readonly updates: { readonly updatedRange: string };
  readonly updatedData: unknown;
  readonly responses: List<{ readonly updatedRange: string }>;
  readonly replies: List<{
    readonly addSheet: { readonly properties: TabAnswer };
    readonly addNamedRange: { readonly namedRange: { readonly namedRangeId: string } };
  }>;
  readonly updatedSpreadsheet: SheetsAnswer;
}

/** Calls the routes of the emulated Sheets API without a server between. */
export class SheetsCaller {
  readonly clock = new EmulatorClock();
  readonly files = new FileStore(this.clock);
  readonly emulation = new SheetsEmulation(this.files);
  email = CALLER;

  /** Makes a spreadsheet that the caller may change. */
  sheet(definition: Partial<SpreadsheetDefinition> = {}): SpreadsheetHandle {
    return this.emulation.create(
      { title: 'Test', tabs: [{ title: 'Sheet1' }], ...definition },
      { writers: [CALLER] },
    );
  }

  /** The answer as a client parses it. */
  async call(method: Route['method'], url: string, body?: unknown): Promise<SheetsAnswer> {
    return JSON.parse(await this.text(method, url, body)) as SheetsAnswer;
  }

  async get(url: string): Promise<SheetsAnswer> {
    return this.call('GET', url);
  }

  /** The answer as text. */
  async text(method: Route['method'], url: string, body?: unknown): Promise<string> {
    const answer = await this.answer(method, url, body);
    if (answer.pieces) return [...answer.pieces].join('');
    return toJsonText(answer.body, !url.includes('prettyPrint=false'));
  }

  /** The answer as the route gives it. */
  async answer(method: Route['method'], url: string, body?: unknown): Promise<ApiAnswer> {
    const [path = '', search = ''] = url.split('?');
    const found = findRoute(this.emulation.routes, method, `/v4/spreadsheets${path}`);
    if (!found?.params) throw new Error(`No route for ${method} ${url}`);
    const query = new URLSearchParams(search);
    checkTypedQuery(query, found.route.typedQuery);
    return found.route.handle({
      params: found.params,
      query,
      body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
      headers: {},
      caller: { email: this.email, projectNumber: '1', scopes: new Set() },
      origin: 'http://127.0.0.1',
    });
  }

  /** The error that a call ends with. */
  async refusal(method: Route['method'], url: string, body?: unknown): Promise<ApiError> {
    try {
      await this.answer(method, url, body);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
    throw new Error(`${method} ${url} was not refused`);
  }
}
