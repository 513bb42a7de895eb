import fc from 'fast-check';
import { AnalyticsApp } from './support/analytics-app';
import * as ask from './support/questions';
import { newSeed } from './support/seed';
import { BERLIN, planSheet } from './support/sheets';
import { expectOneAnswerEach } from './support/three-ways';

jest.setTimeout(300_000);

const ROWS = 5_000;
const QUESTIONS = 60;
const SEED = newSeed();

/** There is but one summary, and rows are asked for in the tests of rows. */
const question = fc.oneof(
  { arbitrary: ask.top('order_items'), weight: 5 },
  { arbitrary: ask.data('order_items'), weight: 1 },
  { arbitrary: ask.summary('order_items'), weight: 1 },
);

describe('five thousand dirty order items', () => {
  it(`are answered alike by roll-ups, by a scan and by brute force (TEST_SEED=${SEED})`, async () => {
    const app = await AnalyticsApp.start();
    const sheet = await app.add(planSheet('order_items', ROWS, SEED, { home: BERLIN }));
    await expectOneAnswerEach(sheet, question, QUESTIONS);
  });
});
