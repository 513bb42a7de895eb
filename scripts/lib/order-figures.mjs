import { barChart } from './bar-chart.mjs';
import { say } from './say.mjs';
import { sayTable } from './table.mjs';

/** Before all orders; as date_from it excludes orders without a date. */
const FIRST_DAY = '0001-01-01';

/** Prints the totals of the orders of a connection, and a chart of their amounts by month. */
export async function sayOrderFigures(api, { id, timeZone }) {
  const path = `/analytics/${id}`;
  const { total_count, total_amount, avg_amount } = await api.get(`${path}/summary`);
  sayTable(
    ['total orders', 'total amount', 'average'],
    [[total_count, total_amount, Math.round(avg_amount)]],
  );
  const { from, to } = await daysOf(api, path, timeZone);
  const range = `date_from=${from}&date_to=${to}`;
  const { data } = await api.get(`${path}/time-series?${range}&granularity=month`);
  say(`  Amounts from ${from} to ${to}, by month:`);
  say();
  const points = data.map(({ date, total_amount: value }) => ({ label: date.slice(0, -3), value }));
  for (const line of barChart(points)) say(`  ${line}`);
  say();
}

/** The days of the first and the last order, in the time zone of the spreadsheet. */
async function daysOf(api, path, timeZone) {
  const [from, to] = await Promise.all(
    ['asc', 'desc'].map(async (order) => {
      const sorting = `sort_by=order_date&sort_order=${order}`;
      const query = `date_from=${FIRST_DAY}&${sorting}&page_size=1`;
      const { data } = await api.get(`${path}/data?${query}`);
      // The Swedish date format is that of the API: YYYY-MM-DD.
      return new Date(data[0].data.order_date).toLocaleDateString('sv', { timeZone });
    }),
  );
  return { from, to };
}
