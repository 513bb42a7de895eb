import fc from 'fast-check';
import { trialsOf } from '../../setup/seed';
import { AnalyticsApp, type KnownSheet } from './support/analytics-app';
import { anyQuestion, type Question, timeSeries } from './support/questions';
import { expectFreshRollups } from './support/rollups';
import { NEW_YORK, planSheet, rowOf, type TypedRow } from './support/sheets';
import { expectOneAnswer } from './support/three-ways';

const ZONES = [undefined, 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu'];

/** What somebody does to the rows of a sheet; places are shares of its length. */
type Edit =
  | { readonly kind: 'edit' | 'insert'; readonly place: number; readonly row: TypedRow }
  | { readonly kind: 'delete' | 'rotate'; readonly place: number; readonly count: number }
  | { readonly kind: 'reverse' };

function edited(rows: readonly TypedRow[], edit: Edit): TypedRow[] {
  if (edit.kind === 'reverse') return rows.toReversed();
  const at = Math.floor(edit.place * rows.length);
  switch (edit.kind) {
    case 'edit':
      return rows.length === 0 ? [edit.row] : rows.with(at, edit.row);
    case 'insert':
      return rows.toSpliced(at, 0, edit.row);
    case 'delete':
      return rows.toSpliced(at, edit.count);
    case 'rotate':
      return [...rows.slice(at), ...rows.slice(0, at)];
  }
}

describe.each(trialsOf(__filename))('a sheet that people work on (seed $seed)', ({ seed }) => {
  let app: AnalyticsApp;

  beforeAll(async () => {
    app = await AnalyticsApp.start();
  });

  /** The same in the spreadsheet's zone and in others. */
  async function expectToAgree(sheet: KnownSheet, questions: readonly Question[]): Promise<void> {
    await expectFreshRollups(sheet);
    for (const [at, question] of questions.entries()) {
      await expectOneAnswer(sheet, { ...question, timezone: ZONES[at % ZONES.length] });
    }
  }

  /** One for every zone. */
  const questions = fc.tuple(...ZONES.map(() => fc.oneof(timeSeries, anyQuestion('orders'))));

  it('in mirror mode has roll-ups, scans and brute force agree after every edit, insertion, deletion and reordering', async () => {
    const options = { sync_mode: 'mirror', key_column: 'order_id' };
    const sheet = await app.add(planSheet('orders', 40, 51), options);
    const { kind, home, columns } = sheet.plan;
    const place = fc.double({ min: 0, max: 0.999, noNaN: true });
    const row = rowOf(kind, home, columns);
    const edit: fc.Arbitrary<Edit> = fc.oneof(
      { arbitrary: fc.record({ kind: fc.constant('edit'), place, row }), weight: 4 },
      { arbitrary: fc.record({ kind: fc.constant('insert'), place, row }), weight: 4 },
      {
        arbitrary: fc.record({
          kind: fc.constantFrom('delete', 'rotate'),
          place,
          count: fc.integer({ min: 1, max: 4 }),
        }),
        weight: 3,
      },
      { arbitrary: fc.constant({ kind: 'reverse' } as const), weight: 1 },
    );
    const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(edits, questions, async (some, asked) => {
        await sheet.become(some.reduce(edited, [...sheet.rows]));
        await expectToAgree(sheet, asked);
      }),
      { numRuns: 24, endOnFailure: true, seed },
    );
  });

  it('in append mode has roll-ups, scans and brute force agree after every row that is added', async () => {
    const sheet = await app.add(planSheet('orders', 10, 52, { home: NEW_YORK }));
    const { kind, home, columns } = sheet.plan;
    const added = fc.array(rowOf(kind, home, columns), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(added, questions, async (rows, asked) => {
        await sheet.become([...sheet.rows, ...rows]);
        await expectToAgree(sheet, asked);
      }),
      { numRuns: 12, endOnFailure: true, seed },
    );
  });

  it.each(['orders', 'order_items'] as const)(
    'of %s has its roll-ups repaired by the next sync that changes a row, whatever happened to them',
    async (damagedKind) => {
      const sheet = await app.add(planSheet(damagedKind, 60, 53), { sync_mode: 'mirror' });
      const { kind, home, columns } = sheet.plan;
      const rollups = app.sheets.store.collection('sheet_rollups');
      const damage = fc.constantFrom('one is gone', 'all are gone', 'too many rows', 'no rows');
      const happening = fc.tuple(damage, fc.nat(), rowOf(kind, home, columns), anyQuestion(kind));
      await fc.assert(
        fc.asyncProperty(happening, async ([what, place, row, question]) => {
          const documents = await rollups.find({ connection_id: sheet.id }).toArray();
          const victim = documents[place % documents.length];
          const one = { connection_id: sheet.id, bucket: victim?.bucket as string };
          if (what === 'one is gone') await rollups.deleteOne(one);
          if (what === 'all are gone') await rollups.deleteMany({ connection_id: sheet.id });
          if (what === 'too many rows') await rollups.updateOne(one, { $inc: { rows: 3 } });
          if (what === 'no rows') await rollups.updateOne(one, { $set: { rows: 0 } });
          await sheet.become(edited(sheet.rows, { kind: 'edit', place: 0.5, row }));
          await expectFreshRollups(sheet);
          await expectOneAnswer(sheet, question);
        }),
        { numRuns: 12, endOnFailure: true, seed },
      );
    },
  );
});
