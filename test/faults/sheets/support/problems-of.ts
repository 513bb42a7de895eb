import { Types } from 'mongoose';
import { isDeepStrictEqual } from 'node:util';
import { type SheetRowRecord } from '../../../../src/sheet-crawler/rows/sheet-row.schema';
import { problemsOfAnalytics } from './problems-of-analytics';
import { type ExpectedRow, type OrderSheet } from './order-sheet';
import { type AskedSync, type SheetCluster } from './sheet-cluster';

/** How a sync should have ended. */
export interface ExpectedEnd {
  readonly succeeded: boolean;
  /** The last row that was processed; the last of the sheet unless told. */
  readonly upTo?: number;
}

const ENDS = new Set(['succeeded', 'failed', 'cancelled']);

/** What is wrong with a sync that has ended: with its rows, its report, its state and its events. */
export async function problemsOf(
  cluster: SheetCluster,
  { id, runId }: AskedSync,
  sheet: OrderSheet,
  { succeeded, upTo = sheet.lastRow }: ExpectedEnd = { succeeded: true },
): Promise<string[]> {
  const expected = sheet.expected(upTo);
  const found = [
    ...(await problemsOfRun(cluster, runId, succeeded)),
    ...(await problemsOfReport(cluster, runId)),
    ...(await problemsOfState(cluster, id, succeeded, upTo, expected.length)),
    ...(await problemsOfRows(cluster, id, expected)),
    ...(await problemsOfAnalytics(cluster, id, expected)),
  ];
  return found.map((problem) => `${id}: ${problem}`);
}

async function problemsOfRun(
  { runs, events, user }: SheetCluster,
  runId: string,
  succeeded: boolean,
): Promise<string[]> {
  const run = await runs.findOne({ _id: new Types.ObjectId(runId) });
  if (!run) return ['its run is not in the ledger'];
  const status = succeeded ? 'succeeded' : 'failed';
  const ends = (run.history ?? []).filter(({ what }) => ENDS.has(what)).length;
  const told = (await events.of(user)).get(runId) ?? [];
  const event = succeeded ? 'sheet:sync:completed' : 'sheet:sync:failed';
  return [
    ...(run.status === status ? [] : [`its run is ${run.status} (${run.error?.message})`]),
    ...(ends === 1 ? [] : [`its run ended ${ends} times`]),
    ...(told.join() === event ? [] : [`its terminal events are [${told.join()}]`]),
  ];
}

async function problemsOfReport({ reports }: SheetCluster, runId: string): Promise<string[]> {
  const [report, ...more] = await reports.find({ run_id: runId }).toArray();
  if (!report || more.length > 0) return [`it has ${report ? 'several reports' : 'no report'}`];
  const { rows_read, rows_written, rows_skipped, rows_failed } = report.counts;
  return rows_read === rows_written + rows_skipped + rows_failed
    ? []
    : [`${rows_read} rows read are not ${rows_written} + ${rows_skipped} + ${rows_failed}`];
}

async function problemsOfState(
  cluster: SheetCluster,
  id: string,
  succeeded: boolean,
  upTo: number,
  stored: number,
): Promise<string[]> {
  const state = await cluster.stateOf(id);
  const status = succeeded ? 'success' : 'failed';
  return [
    ...(state.status === status ? [] : [`its state is ${state.status}`]),
    ...(state.last_synced_row === upTo
      ? []
      : [`its cursor is at ${state.last_synced_row} in place of ${upTo}`]),
    ...(state.total_rows_synced === stored
      ? []
      : [`it counts ${state.total_rows_synced} rows in place of ${stored}`]),
  ];
}

async function problemsOfRows(
  { rows }: SheetCluster,
  id: string,
  expected: readonly ExpectedRow[],
): Promise<string[]> {
  const stored = await rows.find({ connection_id: id }).sort({ row_number: 1 }).toArray();
  const wrong = expected.findIndex((row, at) => !isDeepStrictEqual(shown(stored[at]), row));
  if (wrong < 0 && stored.length === expected.length) return [];
  const first = wrong < 0 ? expected.length : wrong;
  return [
    `${stored.length} rows are stored in place of ${expected.length}, the first difference is ` +
      `${JSON.stringify(shown(stored[first]))} in place of ${JSON.stringify(expected[first])}`,
  ];
}

function shown(row: SheetRowRecord | undefined): ExpectedRow | undefined {
  return row && { row_number: row.row_number, data: row.data, raw_data: row.raw_data };
}
