import { say } from './say.mjs';

/** The lines of a table: texts are aligned left, numbers right. */
function table(headers, rows) {
  const cells = rows.map((row) => row.map(shown));
  const widths = headers.map((header, at) =>
    Math.max(header.length, ...cells.map((row) => row[at].length)),
  );
  const isNumber = headers.map((_, at) => cells.every((row) => /^[\d.,]+$/.test(row[at])));
  const line = (texts) =>
    texts
      .map((text, at) => (isNumber[at] ? text.padStart(widths[at]) : text.padEnd(widths[at])))
      .join('  ')
      .trimEnd();
  return [headers, ...cells].map(line);
}

/** Prints a table between blank lines. */
export function sayTable(headers, rows) {
  say();
  for (const line of table(headers, rows)) say(`  ${line}`);
  say();
}

function shown(value) {
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
