import { SheetsClient } from '@tributary/google';
import { addSampleData, GoogleEmulator } from '@tributary/google-emulator';
import { startApp } from '../factories/app';
import { rawEnvironment, throwAwayFolder } from '../factories/environment';
import { ProcessUnderTest } from '../factories/process';

const EMULATOR = /Google emulator listens at (http:[^"]+)/;
const SECRET = 'a secret of this test that is long enough';

const start = (overrides: Record<string, string | undefined> = {}): ProcessUnderTest =>
  ProcessUnderTest.spawn(rawEnvironment({ LOG_LEVEL: 'info', ...overrides }), throwAwayFolder());

describe('Google', () => {
  it('is an emulator with sample data where nobody has credentials, as long as the process', async () => {
    const tributary = start();
    await tributary.up();
    const [, url = ''] = EMULATOR.exec(tributary.output) ?? [];
    const response = await fetch(`${url}/emulator/spreadsheets`);
    expect(JSON.stringify(await response.json())).toContain('Order_Items');
    tributary.kill('SIGTERM');
    expect(await tributary.exit).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each([
    ['of separate roles', { ROLE: 'worker' }],
    ['that has an address of its own', { GOOGLE_API_BASE_URL: 'http://127.0.0.1:9' }],
    [
      'in production',
      {
        NODE_ENV: 'production',
        JWT_SECRET: SECRET,
        INTERNAL_API_KEY: SECRET,
        METRICS_TOKEN: SECRET,
        ENCRYPTION_KEYS: `own:${Buffer.alloc(32, 7).toString('base64')}`,
      },
    ],
  ])('is no emulator for a process %s', async (_, overrides) => {
    const tributary = start(overrides);
    await tributary.up();
    expect(tributary.output).not.toMatch(EMULATOR);
  });

  it('with a broken key is a problem that is told at the start, without the key', async () => {
    const tributary = start({ GOOGLE_SERVICE_ACCOUNT_JSON: '{"client_email": "bot@x.example"}' });
    expect(await tributary.exit).toBe(78);
    expect(tributary.output).toMatch(/GOOGLE_SERVICE_ACCOUNT_JSON: expected the key file/);
    expect(tributary.output).not.toContain('bot@x.example');
  });

  it('is read by the application with the account and at the address that are configured', async () => {
    const emulator = await GoogleEmulator.start();
    try {
      const { serviceAccount, spreadsheetId } = addSampleData(emulator);
      const { app } = await startApp({
        GOOGLE_API_BASE_URL: emulator.url,
        GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(serviceAccount.keyFile),
      });
      const sheets = app.get(SheetsClient);
      const { tabs, timeZone } = await sheets.getMetadata(spreadsheetId);
      expect(timeZone).toBe('Asia/Ho_Chi_Minh');
      expect(tabs.map(({ title }) => title)).toEqual(
        expect.arrayContaining(['Orders', 'Order_Items', 'Customers', 'Products']),
      );
    } finally {
      await emulator.stop();
    }
  });
});
