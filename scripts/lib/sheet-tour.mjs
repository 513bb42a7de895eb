import { Api } from './api.mjs';
import { LiveSyncs } from './live-syncs.mjs';
import { sayOrderFigures } from './order-figures.mjs';
import { SAMPLE_TABS } from './sample-tabs.mjs';
import { say, step, Trouble } from './say.mjs';
import { sayTable } from './table.mjs';
import { watchSyncs } from './watch-syncs.mjs';

/** A customer returns an order. */
const EDIT = { tab: 'Orders', field: 'order_status', from: 'delivered', to: 'returned' };

/**
 * The main workflow on the sample spreadsheet of the emulator: connects and syncs its tabs, queries the
 * totals of the orders, edits one of them, triggers as a scheduler does, and checks that exactly that row
 * changed. Returns the connection of the orders.
 */
export async function tourSheets({ url, apiKey, emulator }, { api, token }) {
  const scheduler = new Api(`${api.url}/internal`, { 'X-API-Key': apiKey });
  const live = await LiveSyncs.connect(url, token);
  try {
    // This cycle gets the start page token of Drive's change feed, which is new for every emulator.
    await scheduler.post('/trigger-sync');
    const connections = await step(`Connecting the spreadsheet "${emulator.title}"`, () =>
      connect(api, emulator.spreadsheetId),
    );
    await step('Syncing its tabs', () => syncAll(api, live, connections));
    const orders = connections.find(({ tab }) => tab === EDIT.tab);
    await step('Querying the totals of the orders: GET /api/v1/analytics/{id}/summary', () =>
      sayOrderFigures(api, orders),
    );
    const before = await step('Editing an order in the sheet', () =>
      editOrder(api, orders, emulator),
    );
    await step('Triggering, as a scheduler does: POST /api/v1/internal/trigger-sync', async () => {
      live.forget();
      await scheduler.post('/trigger-sync');
      await syncAgain(api, live, connections, before);
    });
    return orders;
  } finally {
    live.close();
  }
}

/** Connects the tabs, except those connected by an earlier quickstart. */
async function connect(api, spreadsheetId) {
  const { tabs, time_zone: timeZone } = await api.get(`/spreadsheets/${spreadsheetId}`);
  const known = (await api.get('/sheet-connections')).filter(
    // Only such a connection is part of scheduled cycles and sees edits of earlier rows.
    (one) => one.sheet_id === spreadsheetId && one.sync_enabled && one.sync_mode === 'mirror',
  );
  const connections = [];
  for (const [tab, columns] of Object.entries(SAMPLE_TABS)) {
    const found = known.find(({ sheet_name }) => sheet_name === tab);
    const { id, key_column } = found ?? (await create(api, spreadsheetId, tab, columns));
    const { rows } = tabs.find(({ title }) => title === tab);
    connections.push({ id, tab, path: `/sheet-connections/${id}`, rows, timeZone });
    const how = found ? 'connected already' : `${Object.keys(columns).length} columns`;
    say(`  ${tab}: ${how}, rows are identified by ${key_column}`);
  }
  return connections;
}

function create(api, sheet_id, sheet_name, columns) {
  const [key_column] = Object.keys(columns);
  return api.post('/sheet-connections', {
    sheet_id,
    sheet_name,
    sync_mode: 'mirror',
    key_column,
    column_mappings: Object.entries(columns).map(([name, data_type]) => ({
      system_field: name,
      sheet_column: name,
      data_type,
      required: name === key_column,
    })),
  });
}

async function syncAll(api, live, connections) {
  const runs = await watchSyncs({ api, live, connections }, async ({ path }) => {
    const { run_id } = await api.post(`${path}/sync`);
    return (end) => end.run_id === run_id;
  });
  sayTable(
    ['tab', 'rows read', 'written', 'skipped', 'problems', 'requests', 'seconds'],
    runs.map(({ tab, counts, seconds }) => [
      tab,
      counts.rows_read,
      counts.rows_written,
      counts.rows_skipped + counts.rows_failed,
      counts.cell_problems,
      counts.requests,
      seconds,
    ]),
  );
}

/** Edits a cell in the emulator, as a person would in the browser, and returns the row from before. */
async function editOrder(api, { path, tab }, { url, spreadsheetId }) {
  const { headers } = await api.get(`/spreadsheets/${spreadsheetId}?tab=${tab}`);
  const { column } = headers.find(({ header }) => header === EDIT.field);
  const rows = await firstRows(api, path);
  const before = rows.find(({ data }) => data[EDIT.field] === EDIT.from);
  const cell = `${column}${before.row_number}`;
  await new Api(`${url}/emulator`).post(`/spreadsheets/${spreadsheetId}/edits`, {
    edits: [{ kind: 'set', tab, cell, rows: [[EDIT.to]] }],
  });
  say(`  ${tab}!${cell}, which was "${EDIT.from}", is "${EDIT.to}" now`);
  return before;
}

/** Waits for the triggered syncs, and checks that they changed exactly that row. */
async function syncAgain(api, live, connections, before) {
  const runs = await watchSyncs({ api, live, connections }, ({ id }) => {
    return (end) => end.connection_id === id;
  });
  sayTable(
    ['tab', 'rows read', 'unchanged', 'changed', 'requests', 'seconds'],
    runs.map(({ tab, counts, seconds }) => [
      tab,
      counts.rows_read,
      counts.rows_unchanged,
      changedRows(counts),
      counts.requests,
      seconds,
    ]),
  );
  const { path, changes } = runs.find(({ tab }) => tab === EDIT.tab);
  const after = (await firstRows(api, path)).find((row) => row.row_number === before.row_number);
  const found = changes.map(({ row_number, fields }) => `row ${row_number}: ${fields}`).join('; ');
  const isRight =
    found === `row ${before.row_number}: ${EDIT.field}` &&
    runs.reduce((sum, { counts }) => sum + changedRows(counts), 0) === 1 &&
    after.data[EDIT.field] === EDIT.to;
  if (!isRight) throw new Trouble(`Expected exactly one changed cell, found: ${found || 'none'}.`);
  say(`  Just one row changed: order ${after.data.order_id}, in row ${after.row_number}`);
  say(`  ${EDIT.field}: "${before.data[EDIT.field]}" → "${after.data[EDIT.field]}"`);
}

function changedRows({ rows_read, rows_unchanged, rows_deleted }) {
  return rows_read - rows_unchanged + rows_deleted;
}

async function firstRows(api, path) {
  return (await api.get(`${path}/data?page_size=100`)).data;
}
