import { request } from 'node:http';
import { GoogleEmulator } from '@tributary/google-emulator';
import * as fc from 'fast-check';
import { BOT } from '../../factories/google';
import { googleRequests, type GoogleRequest } from '../../factories/google-requests';

const SCOPES = ['spreadsheets', 'drive', 'business.manage'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
/** Long enough for a busy machine, much shorter than a request that got stuck. */
const DEADLINE_MS = 120_000;
const RUNS = 600;

describe('the emulator of Google, whatever it is sent', () => {
  it('answers, never with a mistake of its own, and goes on', async () => {
    const mistakes: unknown[] = [];
    await using emulator = await GoogleEmulator.start({
      onInternalError: (error) => mistakes.push(error),
    });
    emulator.quotas.switchOff();
    emulator.accounts.create(BOT);
    const token = emulator.accounts.issue(BOT, SCOPES);
    const { id } = emulator.sheets.create(
      {
        title: 'Shop',
        tabs: [
          {
            title: 'Sheet1',
            rows: [['id', 1, true], [], [{ value: 1, format: { type: 'DATE' } }]],
          },
          { title: 'Sheet 1', sheetId: 7, rowCount: 5, columnCount: 3 },
        ],
        namedRanges: { Names: 'Sheet1!A1:B2' },
      },
      { writers: [BOT] },
    );
    emulator.business.add({
      id: '1',
      accountName: 'Chain',
      type: 'LOCATION_GROUP',
      members: [BOT],
      locations: [
        {
          id: '2',
          title: 'Shop',
          reviews: [{ reviewId: '1', reviewer: {}, stars: 5, createTime: 0 }],
        },
      ],
    });

    const send = ({ method, path, headers, body }: GoogleRequest): Promise<number> =>
      new Promise((resolve, reject) => {
        const options = {
          method,
          headers: { authorization: `Bearer ${token}`, ...headers },
          signal: AbortSignal.timeout(DEADLINE_MS),
        };
        request(`${emulator.url}${path}`, options, (answer) => {
          answer.on('error', reject);
          answer.on('end', () => resolve(answer.statusCode ?? 0));
          answer.resume();
        })
          .on('error', reject)
          .end(body);
      });

    const requests = googleRequests({ spreadsheetId: id, accountId: '1', locationId: '2' });
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => {
        const status = await send(sent);
        expect(mistakes).toEqual([]);
        expect([200, 204, 400, 401, 403, 404]).toContain(status);
      }),
      { numRuns: RUNS },
    );
    const whole = `/v4/spreadsheets/${id}?includeGridData=true`;
    expect(await send({ method: 'GET', path: whole, headers: {}, body: '' })).toBe(200);
    const answered = emulator.log.entries().filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(RUNS / 10);
  });
});
