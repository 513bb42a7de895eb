import { type SheetEdit, type SpreadsheetDefinition } from '@tributary/google-emulator';
import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { startServer } from '../harness/server';

const DEADLINE_MS = 30_000;
/** It has the large sheets, and no quota at first. */
const EMULATOR = join(__dirname, '../google/emulator-server.js');

/** The emulator in a process of its own. */
export class Google {
  private constructor(
    readonly url: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Starts it with the large sheets, or the program that has others. */
  static async start(context: BenchmarkContext, script = EMULATOR): Promise<Google> {
    const { origin } = await startServer(context, {
      name: 'google',
      script,
      args: (port) => [String(port)],
      env: () => ({}),
      readyPath: '/emulator/health',
    });
    return new Google(origin, context.signal);
  }

  /** The key file of a new service account. */
  createAccount(email: string): Promise<object> {
    return this.admin('POST', '/accounts', { email });
  }

  /** A spreadsheet that an account may read; gives its id. */
  async createSheet(definition: SpreadsheetDefinition, reader: string): Promise<string> {
    const sharing = { readers: [reader] };
    const { id } = await this.admin<{ id: string }>('POST', '/spreadsheets', {
      ...definition,
      sharing,
    });
    return id;
  }

  /** Edits a spreadsheet as a person does. */
  async edit(id: string, edit: SheetEdit): Promise<void> {
    await this.admin('POST', `/spreadsheets/${id}/edits`, { edits: [edit] });
  }

  /** Quotas as Google has them, with nothing used yet. */
  async switchQuotasOn(): Promise<void> {
    await this.admin('DELETE', '/quotas');
  }

  /** Forgets the requests up to now. */
  async forgetRequests(): Promise<void> {
    await this.admin('DELETE', '/log');
  }

  /** How many requests there were since, of one API or with one status or of any. */
  async countRequests(filter: { api?: 'sheets' | 'drive'; status?: string } = {}): Promise<number> {
    const query = new URLSearchParams({ ...filter, limit: '0' });
    return (await this.admin<{ total: number }>('GET', `/log?${query}`)).total;
  }

  private async admin<T extends object>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/emulator${path}`, {
      method,
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(DEADLINE_MS)]),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the emulator answered ${response.status}: ${text}`);
    return JSON.parse(text || '{}') as T;
  }
}
