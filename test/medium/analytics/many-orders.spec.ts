import { AnalyticsApp } from './support/analytics-app';
import { anyQuestion } from './support/questions';
import { newSeed } from './support/seed';
import { planSheet, type SheetPlan, type TypedRow } from './support/sheets';
import { expectOneAnswerEach } from './support/three-ways';

jest.setTimeout(300_000);

const ROWS = 10_000;
const QUESTIONS = 140;
const SEED = newSeed();

const NOON = '2026-03-08T12:00:00.000Z';

/** Ten thousand dirty rows, and one day with so many letters that its roll-up does not keep them. */
function manyOrders(): SheetPlan {
  const plan = planSheet('orders', ROWS, SEED);
  const [dateAt, statusAt] = ['order_date', 'order_status'].map((name) =>
    plan.columns.findIndex(({ field }) => field === name),
  ) as [number, number];
  const letters = 'nội dung dài '.repeat(170);
  const rows = plan.rows.map((row, index): TypedRow => {
    if (index % 40 !== 0) return row;
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

describe('ten thousand dirty orders', () => {
  it(`are answered alike by roll-ups, by a scan and by brute force (TEST_SEED=${SEED})`, async () => {
    const app = await AnalyticsApp.start();
    const sheet = await app.add(manyOrders());
    await expectOneAnswerEach(sheet, anyQuestion('orders'), QUESTIONS);
  });
});
