import fc from 'fast-check';
import { trialsOf, tryWith } from '../../setup/seed';
import { AnalyticsApp } from './support/analytics-app';
import * as ask from './support/questions';
import { BERLIN, planSheet } from './support/sheets';
import { expectOneAnswerEach } from './support/three-ways';

const QUESTIONS = 60;

/** There is but one summary, and rows are asked for in the tests of rows. */
const question = fc.oneof(
  { arbitrary: ask.top('order_items'), weight: 5 },
  { arbitrary: ask.data('order_items'), weight: 1 },
  { arbitrary: ask.summary('order_items'), weight: 1 },
);

describe('thousands of dirty order items', () => {
  it.each(trialsOf(__filename))(
    'are answered alike by roll-ups, by a scan and by brute force (seed $seed)',
    (trial) =>
      tryWith(trial, async () => {
        const rows = trial.scaled(2_000, 5_000);
        const app = await AnalyticsApp.start();
        const sheet = await app.add(planSheet('order_items', rows, trial.seed, { home: BERLIN }));
        await expectOneAnswerEach(sheet, question, { numRuns: QUESTIONS, seed: trial.seed });
      }),
  );
});
