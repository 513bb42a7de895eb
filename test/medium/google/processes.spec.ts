import { GoogleEmulator, type KeyFile } from '@tributary/google-emulator';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { rawEnvironment } from '../../factories/environment';
import { BOT } from '../../factories/google';
import { scaled } from '../../setup/scale';

/** Compiled by the global setup, since a reader is a plain node process. */
const LIBRARIES = join(__dirname, '../../../dist/libs');
/** The windows of the quota, and for how long they are used up; Google's are a minute. */
const WINDOW_SECONDS = scaled(10, 60);
const SECONDS = scaled(14, 70);
const ROWS = scaled(100_000, 1_000_000);
const COLUMNS = 10;

/** What is resident also depends on how much garbage node lets lie; this ends a reader that holds more. */
const SMALL_HEAP = '--max-old-space-size=128';

describe('processes that read sheets as the application does', () => {
  const readers: ChildProcess[] = [];
  let emulator: GoogleEmulator;
  let key: KeyFile;

  beforeEach(async () => {
    emulator = await GoogleEmulator.start();
    key = emulator.accounts.create(BOT);
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) {
      const hasEnded = reader.exitCode !== null || reader.signalCode !== null;
      if (!hasEnded && reader.kill('SIGKILL')) await once(reader, 'exit');
    }
    await emulator.stop();
  });

  const environmentFor = (overrides: Record<string, string> = {}): Record<string, string> =>
    rawEnvironment({
      GOOGLE_API_BASE_URL: emulator.url,
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(key),
      ...overrides,
    });

  async function read<T>(
    task: string,
    order: Record<string, unknown>,
    execArgv: string[] = [],
  ): Promise<T> {
    const reader = fork(join(__dirname, 'reader.cjs'), { silent: true, execArgv });
    readers.push(reader);
    let said = '';
    for (const stream of [reader.stdout, reader.stderr]) {
      stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    }
    const done = once(reader, 'message') as Promise<[{ done: T }]>;
    const ended = once(reader, 'exit').then(([code]) => {
      throw new Error(`A reader ended with ${code}:\n${said}`);
    });
    ended.catch(() => undefined);
    reader.send({ task, libraries: LIBRARIES, ...order });
    const [message] = await Promise.race([done, ended]);
    return message.done;
  }

  it('four of them, for longer than a window of the quota, are never told to slow down', async () => {
    emulator.quotas.windowMs = WINDOW_SECONDS * 1_000;
    const windows = `window 60/${WINDOW_SECONDS}s per account, window 300/${WINDOW_SECONDS}s`;
    const environment = environmentFor({ RATE_LIMIT_GOOGLE_SHEETS: windows });
    const { id } = emulator.sheets.create(
      { title: 'Shop', tabs: [{ title: 'Orders', rows: [['id'], ['1']] }] },
      { readers: [BOT] },
    );
    const order = { environment, spreadsheetId: id, tab: 'Orders', seconds: SECONDS };
    const results = await Promise.all(
      [1, 2, 3, 4].map(() => read<{ reads: number; failures: object }>('again', order)),
    );
    const answers = emulator.log.entries({ api: 'sheets' });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers).toHaveLength(results.reduce((sum, { reads }) => sum + reads, 0));
    for (const { failures } of results) {
      expect(Object.keys(failures)).not.toContain('RATE_LIMITED');
    }
    // 80% of 60 are permitted: all of that is used, and no more.
    const busiest = emulator.log.busiest(WINDOW_SECONDS * 1_000, { api: 'sheets' });
    expect(busiest).toBeLessThanOrEqual(48);
    expect(busiest).toBeGreaterThanOrEqual(46);
    expect(emulator.log.entries({ api: 'oauth' })).toHaveLength(4);
  });

  it(`one of them reads ${ROWS} rows in less than 300 MB`, async () => {
    emulator.quotas.switchOff();
    const texts = Array.from({ length: COLUMNS - 2 }, (_, column) => `value of column ${column}`);
    const { id } = emulator.sheets.create(
      {
        title: 'Large',
        tabs: [
          {
            title: 'Rows',
            rowCount: ROWS,
            columnCount: COLUMNS,
            rows: { count: ROWS, row: (index) => [index, index / 4, ...texts] },
          },
        ],
      },
      { readers: [BOT] },
    );
    const { rows, sum, requests, maxRssMb } = await read<{
      rows: number;
      sum: number;
      requests: number;
      maxRssMb: number;
    }>(
      'stream',
      {
        environment: environmentFor({ RATE_LIMIT_GOOGLE_SHEETS: 'bucket 1000000@1000000/s' }),
        spreadsheetId: id,
        tab: 'Rows',
      },
      [SMALL_HEAP],
    );
    console.log(`${rows} rows in ${requests} requests, ${maxRssMb.toFixed(0)} MB resident at most`);
    expect(rows).toBe(ROWS);
    expect(sum).toBe((ROWS * (ROWS - 1)) / 2);
    expect(emulator.log.entries({ api: 'sheets' })).toHaveLength(requests);
    expect(maxRssMb).toBeLessThan(300);
  });
});
