import fc from 'fast-check';
import { type KnownSheet } from './analytics-app';
import { type Question } from './questions';

/** Asks roll-ups, the rows themselves and the reference, which have to say the same. */
export async function expectOneAnswer(sheet: KnownSheet, question: Question): Promise<void> {
  const expected = { status: 200, ...sheet.reference.answer(question) };
  const answers = {
    question,
    rolledUp: await sheet.ask(question),
    scanned: await sheet.scanning(() => sheet.ask(question)),
  };
  expect(answers).toEqual({ question, rolledUp: expected, scanned: expected });
}

/** The same for random questions. */
export async function expectOneAnswerEach(
  sheet: KnownSheet,
  question: fc.Arbitrary<Question>,
  tried: { readonly numRuns: number; readonly seed?: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(question, (asked) => expectOneAnswer(sheet, asked)),
    { ...tried, endOnFailure: true },
  );
}
