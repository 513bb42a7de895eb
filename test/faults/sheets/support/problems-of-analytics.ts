import { isDeepStrictEqual } from 'node:util';
import { type ExpectedRow } from './order-sheet';
import { type SheetCluster } from './sheet-cluster';

/** What is wrong with what analytics say of rows, which have to be those that are stored. */
export async function problemsOfAnalytics(
  cluster: SheetCluster,
  id: string,
  expected: readonly ExpectedRow[],
): Promise<string[]> {
  const ask = async (path: string): Promise<unknown> => {
    const { status, body } = await cluster.client.get(`/api/v1/analytics/${id}/${path}`);
    return status === 200 ? body : status;
  };
  const compare = (what: string, found: unknown, wanted: unknown): string[] =>
    isDeepStrictEqual(found, wanted)
      ? []
      : [`its ${what} is ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`];
  const { data } = (await ask('distribution/platform')) as {
    data?: { value: string; count: number }[];
  };
  const rolledUp = await cluster.store
    .collection('sheet_rollups')
    .find({ connection_id: id })
    .toArray();
  const snapshot = await cluster.store.collection('sheet_books').findOne({ connection_id: id });
  return [
    ...compare('summary', await ask('summary'), summaryOf(expected)),
    ...compare(
      'distribution',
      (data ?? []).map(({ value, count }) => [value, count]),
      distributionOf(expected),
    ),
    ...(snapshot?.writing_run == null ? [] : ['its snapshot says that rows are being written']),
    // What was replaced is taken away as well, at the latest by the next sync of its buckets.
    ...(snapshot?.is_rolled_up === false || rolledUp.length > 0 || expected.length === 0
      ? []
      : ['it has no roll-ups']),
  ];
}

function summaryOf(rows: readonly ExpectedRow[]): object {
  const amounts = rows.flatMap(({ data: { total_amount } }) =>
    typeof total_amount === 'number' ? [total_amount] : [],
  );
  const total_amount = amounts.reduce((sum, amount) => sum + amount, 0);
  const avg_amount = amounts.length === 0 ? 0 : total_amount / amounts.length;
  return { total_count: rows.length, total_amount, avg_amount };
}

function distributionOf(rows: readonly ExpectedRow[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { data } of rows) {
    const value = String(data.platform);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}
