import * as fc from 'fast-check';
import { type CellInput } from '../definition';
import { isBlank } from './cell';
import { type Tab } from './tab';
import { tabFromDefinition } from './tab-from-definition';

const HEIGHT = 8;
const WIDTH = 4;

type Step =
  | { kind: 'set'; row: number; column: number; value: CellInput }
  | { kind: 'insert' | 'remove'; dimension: 'ROWS' | 'COLUMNS'; at: number; count: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    row: fc.nat(HEIGHT + 2),
    column: fc.nat(WIDTH + 1),
    value: fc.constantFrom<CellInput>('x', 1, true, null, ''),
  }),
  fc.record({
    kind: fc.constantFrom('insert' as const, 'remove' as const),
    dimension: fc.constantFrom('ROWS' as const, 'COLUMNS' as const),
    at: fc.nat(3),
    count: fc.integer({ min: 1, max: 2 }),
  }),
);

/** The same table as a plain list of lists, which is slow and obvious. */
class Plain {
  constructor(private rows: (CellInput | undefined)[][]) {}

  apply(step: Step): void {
    if (step.kind === 'set') {
      while (this.rows.length <= step.row) this.rows.push([]);
      this.rows[step.row]![step.column] = step.value;
    } else if (step.dimension === 'ROWS') {
      const added = step.kind === 'insert' ? Array.from({ length: step.count }, () => []) : [];
      while (this.rows.length < step.at) this.rows.push([]);
      this.rows.splice(step.at, step.kind === 'remove' ? step.count : 0, ...added);
    } else {
      const added = step.kind === 'insert' ? Array<null>(step.count).fill(null) : [];
      for (const row of this.rows) {
        while (row.length < step.at) row.push(null);
        row.splice(step.at, step.kind === 'remove' ? step.count : 0, ...added);
      }
    }
  }

  cell(row: number, column: number): CellInput | undefined {
    return this.rows[row]?.[column];
  }
}

function apply(tab: Tab, step: Step): void {
  if (step.kind === 'set') tab.write(step.row, step.column, [step.value]);
  else if (step.kind === 'insert') tab.insert(step.dimension, step.at, step.count);
  else tab.remove(step.dimension, step.at, step.count);
}

function contents(cell: (row: number, column: number) => unknown): unknown[][] {
  return Array.from({ length: HEIGHT + 12 }, (_, row) =>
    Array.from({ length: WIDTH + 12 }, (_, column) => {
      const found = cell(row, column) as CellInput | undefined;
      return isBlank(found) ? null : found;
    }),
  );
}

describe('Tab', () => {
  const rows = Array.from({ length: HEIGHT }, (_, row) =>
    Array.from({ length: WIDTH }, (_, column) => `${row}:${column}`),
  );
  const source = { count: HEIGHT, row: (index: number) => rows[index] ?? [] };

  it.each([
    ['rows in memory', rows],
    ['generated rows', source],
  ])('changes %s as a table changes, and no snapshot', (_, given) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const tab = tabFromDefinition({ title: 'T', rows: given }, 0);
        const plain = new Plain(rows.map((row) => [...row]));
        const snapshot = tab.rows.snapshot();
        const copy = tab.copy();
        for (const each of steps) {
          apply(tab, each);
          plain.apply(each);
        }
        expect(contents((row, column) => tab.rows.row(row)[column])).toEqual(
          contents((row, column) => plain.cell(row, column)),
        );
        const untouched = contents((row, column) => rows[row]?.[column]);
        expect(contents((row, column) => snapshot.row(row)[column])).toEqual(untouched);
        expect(contents((row, column) => copy.rows.row(row)[column])).toEqual(untouched);
      }),
    );
  });
});
