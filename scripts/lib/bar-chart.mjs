const CELLS = 40;
/** A value too small for a whole cell is still visible. */
const SLIVER = '▏';

/**
 * The lines of a chart: for each point its label, a bar and its value in few characters. The longest
 * bar fills all cells.
 */
export function barChart(points, cells = CELLS) {
  const labelWidth = Math.max(0, ...points.map(({ label }) => label.length));
  const texts = points.map(({ value }) => shortNumber(value));
  const textWidth = Math.max(0, ...texts.map((text) => text.length));
  const most = Math.max(0, ...points.map(({ value }) => value));
  return points.map(({ label, value }, at) =>
    `${label.padEnd(labelWidth)}  ${texts[at].padStart(textWidth)}  ${bar(value, most, cells)}`.trimEnd(),
  );
}

/** A number in few characters, as in 1.2M. */
export function shortNumber(value) {
  return value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 });
}

function bar(value, most, cells) {
  if (value <= 0) return '';
  return '█'.repeat(Math.round((value / most) * cells)) || SLIVER;
}
