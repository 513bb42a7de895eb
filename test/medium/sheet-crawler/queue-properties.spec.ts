import { type RunJob } from '@tributary/contracts';
import { type SpreadsheetHandle } from '@tributary/google-emulator';
import { RunQueues } from '@tributary/pipeline';
import fc from 'fast-check';
import { Client } from '../../factories/client';
import { testEnvironment } from '../../factories/environment';
import { eventually } from '../../factories/eventually';
import { newUser } from '../../factories/live-client';
import { SheetApp } from '../../factories/sheet-app';

const RUNS = { numRuns: 100, endOnFailure: true };
const PATH = '/api/v1/sheet-connections';
const MAPPING = [{ system_field: 'order_id', sheet_column: 'A' }];
const { INTERNAL_API_KEY } = testEnvironment();

describe('the queue of syncs', () => {
  let app: SheetApp;
  let sheet: SpreadsheetHandle;
  let user: string;
  let client: Client;

  beforeAll(async () => {
    app = await SheetApp.start();
    sheet = app.sheet([['Order ID'], ['A1']]);
    user = newUser();
    client = await app.client(user);
    // The worker goes through cycles, but takes no syncs: those stay where they were put.
    await queue().pause(true);
  });

  beforeEach(() => forget());

  const queue = () => app.test.app.get(RunQueues).of('sheet.sync');
  const queued = async () => (await queue().getWaiting()).map(({ data }) => data);
  const connect = () => app.connect(client, sheet, MAPPING, { sync_enabled: false });

  async function forget(): Promise<void> {
    await queue().empty();
    for (const name of ['runs', 'sheet_connections', 'sheet_sync_states']) {
      await app.store.collection(name).deleteMany({});
    }
  }

  /** Has a cycle done, as Cloud Scheduler does. */
  async function cycle(): Promise<void> {
    const scheduler = new Client(app.test.server);
    await scheduler
      .post('/api/v1/internal/trigger-sync')
      .set('X-API-Key', INTERNAL_API_KEY)
      .expect(202);
    await eventually('the cycle is over', async () => {
      const unfinished = { kind: 'sheet.cycle', finished_at: null };
      return (await app.store.collection('runs').countDocuments(unfinished)) === 0 || undefined;
    });
  }

  it('Feature: google-sheet-crawler, Property 8: a manual or scheduled trigger adds the connection_id to the Redis queue', async () => {
    const connections = fc.array(fc.record({ enabled: fc.boolean(), requests: fc.nat(2) }), {
      minLength: 1,
      maxLength: 3,
    });
    const cycles = fc.nat(2);
    await fc.assert(
      fc.asyncProperty(connections, cycles, async (wanted, cycleCount) => {
        await forget();
        const expected: string[] = [];
        for (const { enabled, requests } of wanted) {
          const id = await connect();
          if (enabled) await client.put(`${PATH}/${id}`, { sync_enabled: true }).expect(200);
          for (let asked = 0; asked < requests; asked += 1) {
            const { body } = await client.post(`${PATH}/${id}/sync`).expect(202);
            expect((body as { already_queued: boolean }).already_queued).toBe(asked > 0);
          }
          if (requests > 0 || (enabled && cycleCount > 0)) expected.push(id);
        }
        for (let done = 0; done < cycleCount; done += 1) await cycle();
        const jobs: RunJob[] = await queued();
        expect(jobs.map(({ connection_id }) => connection_id).sort()).toEqual(expected.sort());
        expect(jobs.every(({ user_id }) => user_id === user)).toBe(true);
      }),
      RUNS,
    );
  });
});
