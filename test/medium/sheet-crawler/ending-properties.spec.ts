import { type FaultDefinition, type SpreadsheetHandle } from '@tributary/google-emulator';
import { RunService } from '@tributary/pipeline';
import fc from 'fast-check';
import { type Client } from '../../factories/client';
import { eventually } from '../../factories/eventually';
import { LiveClient, newUser } from '../../factories/live-client';
import { READER, SheetApp } from '../../factories/sheet-app';

const RUNS = { numRuns: 100, endOnFailure: true };
const PATH = '/api/v1/sheet-connections';
const HEADER = ['Order ID', 'Total'];
const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
];
const ENDS = ['sheet:sync:completed', 'sheet:sync:failed'];

/** What happens to a connection around a sync. */
interface Scenario {
  readonly name: string;
  /** Before it is asked for. */
  readonly before?: (sheet: SpreadsheetHandle) => void;
  /** While it waits or runs. */
  readonly during?: (id: string, runId: string) => Promise<unknown>;
  /** The names of the end that may be told; any when it depends on the moment. */
  readonly ends?: 'completed' | 'failed';
}

describe('ends of syncs', () => {
  let app: SheetApp;
  let user: string;
  let client: Client;

  beforeAll(async () => {
    // A cancelled run hears of that with a heartbeat, three to a lease.
    app = await SheetApp.start({ RUN_LEASE_SECONDS: '3' });
    user = newUser();
    client = await app.client(user);
  });

  const fault =
    (definition: FaultDefinition) =>
    ({ id }: SpreadsheetHandle): void => {
      app.emulator.faults.add({ api: 'sheets', path: new RegExp(id), ...definition });
    };
  const runs = () => app.test.app.get(RunService);
  const cancel = (_: string, runId: string) =>
    runs()
      .cancel(runId)
      .catch(() => undefined);
  const cancelRunning = async (id: string, runId: string) => {
    await eventually('the run is under way', async () => {
      return (await runs().get(runId)).status === 'running' || undefined;
    });
    await cancel(id, runId);
  };

  const mended: Scenario[] = [
    { name: 'nothing', ends: 'completed' },
    {
      name: 'rows were added',
      before: (sheet) => sheet.append('Orders', [['A9', 9]]),
      ends: 'completed',
    },
    {
      name: 'a column moved',
      before: (sheet) => sheet.insertColumns('Orders', 'A'),
      ends: 'completed',
    },
    {
      name: 'the tab was renamed',
      before: (sheet) => sheet.renameTab('Orders', 'Sold'),
      ends: 'completed',
    },
    { name: 'the token expired', before: fault({ kind: 'expired-token' }), ends: 'completed' },
  ];
  const broken: Scenario[] = [
    {
      name: 'it was unshared',
      before: ({ id }) => app.emulator.files.unshare(id, READER),
      ends: 'failed',
    },
    { name: 'the file is gone', before: ({ id }) => app.emulator.files.remove(id), ends: 'failed' },
    {
      name: 'a header was renamed',
      before: (sheet) => sheet.set('Orders', 'A1', [['Code']]),
      ends: 'failed',
    },
    {
      name: 'the tab was deleted',
      before: (sheet) => sheet.addTab({ title: 'Other' }).deleteTab('Orders'),
      ends: 'failed',
    },
    { name: 'Google refuses', before: fault({ kind: 'status', status: 400 }), ends: 'failed' },
    {
      name: 'Google answers with nonsense',
      before: fault({ kind: 'wrong-json', value: { sheets: 7 } }),
      ends: 'failed',
    },
  ];
  const passing: Scenario[] = [
    {
      name: 'a failure of Google',
      before: fault({ kind: 'status', status: 503 }),
      ends: 'completed',
    },
    { name: 'a broken connection', before: fault({ kind: 'reset' }), ends: 'completed' },
    {
      name: 'half an answer',
      before: fault({ kind: 'cut-body', fraction: 0.5 }),
      ends: 'completed',
    },
    {
      name: 'it was cancelled',
      before: fault({ kind: 'hang', times: Infinity }),
      during: cancelRunning,
      ends: 'failed',
    },
  ];
  const moments: Scenario[] = [
    { name: 'it was cancelled at once', during: cancel },
    { name: 'it was deleted', during: (id) => client.delete(`${PATH}/${id}`).expect(204) },
  ];
  const scenario = fc.oneof(
    { arbitrary: fc.constantFrom(...mended), weight: 6 },
    { arbitrary: fc.constantFrom(...broken), weight: 8 },
    { arbitrary: fc.constantFrom(...passing), weight: 2 },
    { arbitrary: fc.constantFrom(...moments), weight: 4 },
  );

  it('Feature: google-sheet-crawler, Property 9: every sync ends with exactly one of sheet:sync:completed and sheet:sync:failed', async () => {
    const live = await LiveClient.following(app.url, user);
    const endsOf = (runId: string) =>
      live.events.filter(({ name, message }) => ENDS.includes(name) && message.run_id === runId);
    const told = new Set<string>();
    const syncedBefore = fc.boolean();
    const mode = fc.constantFrom('append', 'mirror');
    await fc.assert(
      fc.asyncProperty(scenario, syncedBefore, mode, async (happening, isSynced, sync_mode) => {
        const { before, during, ends } = happening;
        const sheet = app.sheet([HEADER, ['A1', 1], ['', 2], ['A3', 'much']]);
        const options = { sync_mode, sync_enabled: false };
        const id = await app.connect(client, sheet, MAPPING, options);
        if (isSynced) await app.sync(client, id);
        before?.(sheet);
        const { body } = await client.post(`${PATH}/${id}/sync`).expect(202);
        const { run_id } = body as { run_id: string };
        await during?.(id, run_id);
        const [end] = await eventually(`the end of a sync is told: ${happening.name}`, () => {
          const all = endsOf(run_id);
          return all.length > 0 ? all : undefined;
        });
        if (ends)
          expect({ happening, end: end?.name }).toEqual({ happening, end: `sheet:sync:${ends}` });
        told.add(run_id);
        // What the event says and what is stored are one.
        const state = await app.store
          .collection('sheet_sync_states')
          .findOne({ connection_id: id });
        expect(state?.status).not.toBe('syncing');
        if (ends) expect(state?.status).toBe(ends === 'completed' ? 'success' : 'failed');
      }),
      RUNS,
    );
    for (const runId of told) expect(endsOf(runId)).toHaveLength(1);
    const leftSyncing = app.store
      .collection('sheet_sync_states')
      .countDocuments({ status: 'syncing' });
    expect(await leftSyncing).toBe(0);
  });
});
