import fc from 'fast-check';
import {
  addReports,
  emptyReport,
  REPORTED,
  type RowChange,
  type RowProblem,
  type SyncCounts,
} from './sync-report';

const problem = (row_number: number): RowProblem => ({
  row_number,
  kind: 'cell',
  field: 'total',
  column: 'C',
  message: 'no number',
});
const change = (row_number: number): RowChange => ({ row_number, fields: ['total'] });
const names = Object.keys(emptyReport('').counts) as (keyof SyncCounts)[];

const report = fc
  .record({
    counts: fc.tuple(...names.map(() => fc.nat(1_000_000))),
    problems: fc.array(fc.nat(), { maxLength: 2 * REPORTED }),
    changes: fc.array(fc.nat(), { maxLength: 2 * REPORTED }),
  })
  .map(({ counts, problems, changes }) => ({
    counts: Object.fromEntries(
      names.map((name, at) => [name, counts[at]]),
    ) as unknown as SyncCounts,
    problems: problems.slice(0, REPORTED).map(problem),
    changes: changes.slice(0, REPORTED).map(change),
  }));

describe('the report of a run', () => {
  it('begins with nothing, in an object of its own', () => {
    const one = emptyReport('run');
    one.counts.rows_read += 1;
    expect(emptyReport('run').counts.rows_read).toBe(0);
  });

  it('adds up all counts, whatever was reported in parts', () => {
    fc.assert(
      fc.property(report, report, (one, other) => {
        const sum = addReports({ run_id: 'run', ...one }, other);
        for (const name of names) {
          expect(sum.counts[name]).toBe(one.counts[name] + other.counts[name]);
        }
        expect(sum.run_id).toBe('run');
      }),
    );
  });

  it('keeps the first problems and changes, and no more than a report has room for', () => {
    fc.assert(
      fc.property(report, report, (one, other) => {
        const sum = addReports({ run_id: 'run', ...one }, other);
        expect(sum.problems).toEqual([...one.problems, ...other.problems].slice(0, REPORTED));
        expect(sum.changes).toEqual([...one.changes, ...other.changes].slice(0, REPORTED));
      }),
    );
  });

  it('leaves what it was made from as it was', () => {
    const one = emptyReport('run');
    const other = { ...emptyReport(''), problems: [problem(2)] };
    addReports(one, other);
    expect(one).toEqual(emptyReport('run'));
  });
});
