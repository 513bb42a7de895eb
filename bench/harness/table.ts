import { type Benchmark, type Figure } from './benchmark';

const HEADINGS = ['figure', 'measured', 'ratio', 'target', ''];

/** The figures of a benchmark, for people. */
export function renderFigures({ title }: Pick<Benchmark, 'title'>, figures: Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    `${readable(figure.value)} ${figure.unit}`,
    `${readable(figure.ratio)} x ${figure.baseline}`,
    figure.target,
    figure.ok ? 'ok' : 'MISSED',
  ]);
  return `${title}\n\n${columns([HEADINGS, ...rows])}\n`;
}

/** The benchmarks there are, for people. */
export function renderList(benchmarks: Pick<Benchmark, 'name' | 'title'>[]): string {
  return `${columns(benchmarks.map(({ name, title }) => [name, title]))}\n`;
}

/** Three digits say all that a benchmark knows. */
function readable(value: number): string {
  const precise = Number(value.toPrecision(3));
  return precise.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n');
}
