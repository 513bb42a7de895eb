import fc from 'fast-check';
import { scaled } from '../../setup/scale';
import { SEED } from '../../setup/seed';
import { AnalyticsApp } from './support/analytics-app';
import * as ask from './support/questions';
import { BERLIN, planSheet } from './support/sheets';
import { expectOneAnswerEach } from './support/three-ways';

const ROWS = scaled(2_000, 5_000);
const QUESTIONS = 60;

/** There is but one summary, and rows are asked for in the tests of rows. */
const question = fc.oneof(
  { arbitrary: ask.top('order_items'), weight: 5 },
  { arbitrary: ask.data('order_items'), weight: 1 },
  { arbitrary: ask.summary('order_items'), weight: 1 },
);

describe(`${ROWS} dirty order items`, () => {
  it('are answered alike by roll-ups, by a scan and by brute force', async () => {
    const app = await AnalyticsApp.start();
    const sheet = await app.add(planSheet('order_items', ROWS, SEED, { home: BERLIN }));
    await expectOneAnswerEach(sheet, question, QUESTIONS);
  });
});
