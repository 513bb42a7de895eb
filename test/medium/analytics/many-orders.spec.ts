import { type Trial, trialsOf, tryWith } from '../../setup/seed';
import { AnalyticsApp } from './support/analytics-app';
import { anyQuestion } from './support/questions';
import { planSheet, type SheetPlan, type TypedRow } from './support/sheets';
import { expectOneAnswerEach } from './support/three-ways';

/** So many rows have so many letters. */
const LONG_ROWS = 250;

const NOON = '2026-03-08T12:00:00.000Z';

/** Thousands of dirty rows, and one day with so many letters that its roll-up does not keep them. */
function manyOrders({ seed, scaled }: Trial): SheetPlan {
  const rowCount = scaled(2_000, 10_000);
  const plan = planSheet('orders', rowCount, seed);
  const [dateAt, statusAt] = ['order_date', 'order_status'].map((name) =>
    plan.columns.findIndex(({ field }) => field === name),
  ) as [number, number];
  const letters = 'nội dung dài '.repeat(170);
  const rows = plan.rows.map((row, index): TypedRow => {
    if (index % (rowCount / LONG_ROWS) !== 0) return row;
    const order_status = `${index} ${letters}`;
    return {
      ...row,
      cells: row.cells.with(dateAt, NOON).with(statusAt, order_status),
      data: { ...row.data, order_status, order_date: NOON },
      at: Date.parse(NOON),
    };
  });
  return { ...plan, rows };
}

describe('thousands of dirty orders', () => {
  it.each(trialsOf(__filename))(
    'are answered alike by roll-ups, by a scan and by brute force (seed $seed)',
    (trial) =>
      tryWith(trial, async () => {
        const app = await AnalyticsApp.start();
        const sheet = await app.add(manyOrders(trial));
        const numRuns = trial.scaled(60, 140);
        await expectOneAnswerEach(sheet, anyQuestion('orders'), { numRuns, seed: trial.seed });
      }),
  );
});
