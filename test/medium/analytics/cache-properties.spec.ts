import { Config } from '@tributary/config';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { AnalyticsApp, type KnownSheet } from './support/analytics-app';
import * as ask from './support/questions';
import { planSheet, rowOf } from './support/sheets';

const RUNS = { numRuns: 100, endOnFailure: true };

describe('kept answers', () => {
  let app: AnalyticsApp;
  let sheets: KnownSheet[];

  beforeAll(async () => {
    app = await AnalyticsApp.start();
    sheets = [
      await app.add(planSheet('orders', 5, 41)),
      await app.add(planSheet('order_items', 5, 42)),
      await app.add(planSheet('products', 5, 43), { sync_mode: 'mirror' }),
    ];
  });

  const redis = () => app.sheets.test.app.get(Redis);
  const answersOf = ({ id }: KnownSheet): string =>
    `${app.sheets.test.app.get(Config).REDIS_PREFIX}:analytics:${id}:answers`;

  it('Feature: sheet-analytics-api, Property 12: after a sync that changed rows, no answer about its connection is kept, and those about others are', async () => {
    const happening = fc.constantFrom(...sheets).chain((sheet) => {
      const { kind, home, columns } = sheet.plan;
      return fc.record({
        sheet: fc.constant(sheet),
        questions: fc.array(ask.anyQuestion(kind), { minLength: 1, maxLength: 4 }),
        row: rowOf(kind, home, columns),
      });
    });
    await fc.assert(
      fc.asyncProperty(happening, async ({ sheet, questions, row }) => {
        const other = sheets.find(({ id }) => id !== sheet.id) as KnownSheet;
        await other.ask({ name: 'summary' });
        for (const question of questions) await sheet.ask(question);
        for (const kept of [sheet, other]) {
          expect(await redis().hlen(answersOf(kept))).toBeGreaterThan(0);
        }
        const others = await redis().hgetall(answersOf(other));
        await sheet.become([...sheet.rows, row]);
        expect(await redis().exists(answersOf(sheet))).toBe(0);
        expect(await redis().hgetall(answersOf(other))).toEqual(others);
        const [question] = questions;
        if (question) {
          const expected = sheet.reference.answer(question);
          expect(await sheet.ask(question)).toEqual({ status: 200, ...expected });
        }
      }),
      RUNS,
    );
  });
});
