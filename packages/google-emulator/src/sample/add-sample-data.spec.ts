import { ServiceAccounts } from '../auth/service-accounts';
import { BusinessEmulation } from '../business/business-emulation';
import { FileStore } from '../files/file-store';
import { SheetsEmulation } from '../sheets/sheets-emulation';
import { callRoute } from '../testing/call-route';
import { StandingClock } from '../testing/standing-clock';
import { addSampleData, type SampleData, type SampleOptions } from './add-sample-data';

function setUp(options?: SampleOptions): {
  files: FileStore;
  business: BusinessEmulation;
  sample: SampleData;
  values: (range: string) => Promise<unknown[][]>;
} {
  const clock = new StandingClock(Date.UTC(2026, 10, 1));
  const files = new FileStore(clock);
  const sheets = new SheetsEmulation(files);
  const business = new BusinessEmulation({ clock });
  const accounts = new ServiceAccounts(clock);
  const sample = addSampleData({ sheets, business, accounts }, options);
  const values = async (range: string): Promise<unknown[][]> => {
    const path = `/v4/spreadsheets/${sample.spreadsheetId}/values/${encodeURIComponent(range)}`;
    const answer = await callRoute(sheets, 'GET', `${path}?valueRenderOption=UNFORMATTED_VALUE`, {
      as: sample.serviceAccount.email,
    });
    const text = answer.pieces ? [...answer.pieces].join('') : JSON.stringify(answer.body);
    return (JSON.parse(text) as { values: unknown[][] }).values;
  };
  return { files, business, sample, values };
}

describe('addSampleData', () => {
  it('shares a spreadsheet with a service account, whose key it gives', async () => {
    const { files, sample, values } = setUp();
    expect(sample).toMatchObject({
      seed: 2026,
      spreadsheetTitle: 'Cửa hàng Sông Xanh - Đơn hàng',
      tabs: ['Orders', 'Order_Items', 'Customers', 'Products'],
      serviceAccount: { keyFile: { client_email: sample.serviceAccount.email } },
    });
    expect(sample.spreadsheetId).toMatch(/^1[\w-]{43}$/);
    expect(files.find(sample.spreadsheetId)?.readers).toEqual(
      new Set([sample.serviceAccount.email]),
    );
    const [header, first] = await values('Orders!A1:N2');
    expect(header?.[0]).toBe('order_id');
    expect(first?.[0]).toBe('DH100001');
    expect(await values('Customers!C2:C3')).toEqual([
      [expect.stringMatching(/^0\d{9}$/)],
      [expect.stringMatching(/^0\d{9}$/)],
    ]);
  });

  it('lets a user see the Business Profile', async () => {
    const { business, sample } = setUp();
    const { body } = await callRoute(business, 'GET', '/v1/accounts?fields=accounts.name', {
      as: sample.businessUser.email,
    });
    expect(body).toEqual({
      accounts: sample.businessAccountIds.map((id) => ({ name: `accounts/${id}` })),
    });
    expect(sample.businessUser.credentials).toEqual({
      client_id: sample.oauthClient.clientId,
      client_secret: sample.oauthClient.clientSecret,
      refresh_token: expect.stringMatching(/^1\/\//) as string,
    });
  });

  it('has the same OAuth client every time, and another for another seed', () => {
    const { oauthClient } = setUp().sample;
    expect(oauthClient.clientId).toMatch(/^\d{12}-[0-9a-f]{22}\.apps\.googleusercontent\.com$/);
    expect(oauthClient.clientSecret).toMatch(/^GOCSPX-[\w-]{28}$/);
    expect(setUp().sample.oauthClient).toEqual(oauthClient);
    expect(setUp({ seed: 7 }).sample.oauthClient).not.toEqual(oauthClient);
  });

  it('takes another seed and another account', () => {
    const { sample } = setUp({ seed: 7, email: 'robot@other.iam.gserviceaccount.com' });
    expect(sample.serviceAccount.email).toBe('robot@other.iam.gserviceaccount.com');
    expect(sample.spreadsheetId).not.toBe(setUp().sample.spreadsheetId);
  });
});
