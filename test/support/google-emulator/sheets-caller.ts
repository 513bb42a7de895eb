import { EmulatorClock } from '../../../libs/google-emulator/src/control/emulator-clock';
import { FileStore } from '../../../libs/google-emulator/src/files/file-store';
import { ApiError } from '../../../libs/google-emulator/src/http/api-error';
import { findRoute } from '../../../libs/google-emulator/src/http/router';
import { type ApiAnswer, type Route } from '../../../libs/google-emulator/src/http/route';
import { checkTypedQuery } from '../../../libs/google-emulator/src/http/system-parameters';
import { toJsonText } from '../../../libs/google-emulator/src/http/json-text';
import { type SpreadsheetDefinition } from '../../../libs/google-emulator/src/sheets/definition';
import { type SpreadsheetHandle } from '../../../libs/google-emulator/src/sheets/edits/spreadsheet-handle';
import { SheetsEmulation } from '../../../libs/google-emulator/src/sheets/sheets-emulation';

/** Who calls unless a test says otherwise; it may write everything that `sheet` makes. */
export const CALLER = 'robot@project.test';

/** Calls the routes of the emulated Sheets API without a server between. */
export class SheetsCaller {
  readonly clock = new EmulatorClock();
  readonly files = new FileStore(this.clock);
  readonly emulation = new SheetsEmulation({ files: this.files, clock: this.clock });
  email = CALLER;

  /** Makes a spreadsheet that the caller may change. */
  sheet(definition: Partial<SpreadsheetDefinition> = {}): SpreadsheetHandle {
    return this.emulation.create(
      { title: 'Test', tabs: [{ title: 'Sheet1' }], ...definition },
      { writers: [CALLER] },
    );
  }

  /** The answer as a client parses it. */
  async call(method: Route['method'], url: string, body?: unknown): Promise<any> {
    return JSON.parse(await this.text(method, url, body));
  }

  async get(url: string): Promise<any> {
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
