import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { startServer } from '../harness/server';

/** The service account that everybody reads with. */
export const ACCOUNT = 'bench@shop.example';

const SCOPES = ['https://www.googleapis.com/auth/spreadsheets.readonly'];
const DEADLINE_MS = 10_000;

/** The emulator in a process of its own. */
export class Emulator {
  private constructor(readonly url: string) {}

  static async start(context: BenchmarkContext): Promise<Emulator> {
    const { origin } = await startServer(context, {
      name: 'google',
      script: join(__dirname, 'emulator-server.js'),
      args: (port) => [String(port)],
      env: () => ({}),
      readyPath: '/emulator/health',
    });
    return new Emulator(origin);
  }

  /** The key file of the account, as text. */
  createAccount(): Promise<string> {
    return this.admin('POST', '/accounts', { email: ACCOUNT });
  }

  /** A token of the account, for those who cannot be told where tokens are. */
  async issueToken(): Promise<string> {
    const answer = await this.admin('POST', `/accounts/${ACCOUNT}/token`, { scopes: SCOPES });
    return (JSON.parse(answer) as { access_token: string }).access_token;
  }

  /** Has something done, and tells how many requests Sheets got meanwhile. */
  async countRequests<T>(work: () => Promise<T>): Promise<T & { requests: number }> {
    await this.admin('DELETE', '/log');
    const result = await work();
    const answer = await this.admin('GET', '/log?api=sheets&limit=0');
    return { ...result, requests: (JSON.parse(answer) as { total: number }).total };
  }

  private async admin(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(`${this.url}/emulator${path}`, {
      method,
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the emulator answered ${response.status}: ${text}`);
    return text;
  }
}
