import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { throwAwayFolder } from '../factories/environment';

const ENTRY = join(__dirname, '../../dist/packages/google-emulator/src/main-process.js');

/** The emulator as a person starts it; the npm script only compiles before. */
describe('npm run google-emulator', () => {
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (!hasEnded && child.kill('SIGKILL')) await once(child, 'exit');
    }
  });

  function start(...args: string[]): { child: ChildProcess; said: () => string } {
    const child = spawn(process.execPath, [ENTRY, ...args], { cwd: throwAwayFolder() });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    return { child, said: () => output };
  }

  async function greeted(...args: string[]): Promise<{ child: ChildProcess; text: string }> {
    const { child, said } = start(...args);
    while (!said().includes('/emulator/')) await once(child.stdout!, 'data');
    return { child, text: said() };
  }

  it('serves a sample shop, and says how to use it', async () => {
    const keyFile = join(throwAwayFolder(), 'keys', 'key.json');
    const { child, text } = await greeted('--port', '0', '--key-file', keyFile);

    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const key = JSON.parse(readFileSync(keyFile, 'utf8')) as { client_email: string };
    expect(text).toContain(key.client_email);
    expect(text).toContain(`GOOGLE_SERVICE_ACCOUNT_JSON=${keyFile}`);

    const [, token = '', url = ''] =
      /curl -H 'Authorization: (Bearer \S+)' '(\S+)'/.exec(text) ?? [];
    const response = await fetch(url, { headers: { Authorization: token } });
    const { range, values } = (await response.json()) as { range: string; values: string[][] };
    expect(range).toBe('Orders!A1:D3');
    expect(values[0]).toEqual(['order_id', 'order_date', 'platform', 'customer_id']);
    expect(values).toHaveLength(3);

    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('starts empty when it is told to', async () => {
    const { text } = await greeted('--port', '0', '--no-sample');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    expect(await (await fetch(`${url}/emulator/spreadsheets`)).json()).toEqual([]);
  });

  it.each([
    ['a port that is none', ['--port', 'x'], /--port x is not a port/],
    ['an option that is none', ['--colour'], /--colour/],
  ])('says what is wrong with %s', async (_, args, problem) => {
    const { child, said } = start(...args);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said()).toMatch(problem);
  });
});
