import fc from 'fast-check';
import { sheetName } from './sheet-name';

describe('the name of a sheet', () => {
  it.each([
    ['Orders', 1, 'Orders'],
    ['Orders', 2, 'Orders (2)'],
    ['a/b\\c[d]:e*f?', 1, 'a b c d e f'],
    ["'quoted'", 1, 'quoted'],
    ["it's", 1, "it's"],
    ['', 1, 'Sheet'],
    [' [] ', 3, 'Sheet (3)'],
    ['history', 1, 'Sheet'],
    ['x'.repeat(40), 1, 'x'.repeat(31)],
    ['x'.repeat(40), 12, `${'x'.repeat(26)} (12)`],
    [`${'x'.repeat(30)}🌵`, 1, 'x'.repeat(30)],
  ])('of %j, number %i, is %j', (name, number, sheet) => {
    expect(sheetName(name, number)).toBe(sheet);
  });

  it('is always one that Excel takes', () => {
    const letters = fc.oneof(
      fc.constantFrom(..."[]:*?/\\' "),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: letters, maxLength: 50 }),
        fc.integer({ min: 1, max: 99 }),
        (name, number) => {
          const sheet = sheetName(name, number);
          expect(sheet.length).toBeGreaterThan(0);
          expect(sheet.length).toBeLessThanOrEqual(31);
          expect(sheet).not.toMatch(/[[\]:*?/\\\p{Cc}\p{Cs}]|^'|'$/u);
        },
      ),
      { numRuns: 500 },
    );
  });
});
