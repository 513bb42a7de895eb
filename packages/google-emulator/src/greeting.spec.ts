import { GoogleEmulator } from './emulator';
import { greeting } from './greeting';

describe('greeting', () => {
  it('tells how to use the sample', async () => {
    await using emulator = await GoogleEmulator.start({ sample: { seed: 7 } });
    const text = greeting(emulator, './key.json');
    expect(text.split('\n')[0]).toBe(emulator.url);
    expect(text).toContain(`GOOGLE_API_BASE_URL=${emulator.url}\n`);
    expect(text).toContain('GOOGLE_SERVICE_ACCOUNT_JSON=./key.json\n');
    expect(text).toContain(`GOOGLE_OAUTH_CLIENT_ID=${emulator.sample?.oauthClient.clientId}\n`);
    expect(text).toContain(emulator.sample?.spreadsheetId);
    const [, token, url] = /curl -H 'Authorization: (.+)' '(.+)'/.exec(text) ?? [];
    const response = await fetch(url ?? '', { headers: { authorization: token ?? '' } });
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ range: 'Orders!A1:D3' }),
    ]);
  });

  it('tells how to begin without one', async () => {
    await using emulator = await GoogleEmulator.start();
    const text = greeting(emulator, './key.json');
    expect(emulator.sample).toBeUndefined();
    expect(text).toContain('There are no accounts and no data yet.');
    expect(text).not.toContain('GOOGLE_SERVICE_ACCOUNT_JSON');
  });
});
