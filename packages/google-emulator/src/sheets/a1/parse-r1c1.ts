import { MAX_COLUMNS } from './columns';
import { type OpenRange } from './open-range';

const PLACE = String.raw`([1-9]\d{0,9}|\[-?\d{1,10}\])?`;
const CELL = `R${PLACE}C${PLACE}`;
const RANGE = new RegExp(`^${CELL}(?::${CELL})?$`, 'i');

/** Reads `R1C1`, `R1C1:R10C3` and, relative to A1, `R[1]C[1]`; undefined for everything else. */
export function parseR1C1(text: string): OpenRange | undefined {
  const match = RANGE.exec(text);
  if (!match) return undefined;
  const hasEnd = text.includes(':');
  const rows = [place(match[1]), hasEnd ? place(match[3]) : place(match[1])];
  const columns = [place(match[2]), hasEnd ? place(match[4]) : place(match[2])];
  if (Math.min(...rows, ...columns) < 0 || Math.max(...columns) >= MAX_COLUMNS) return undefined;
  return {
    rows: { start: Math.min(...rows), end: Math.max(...rows) + 1 },
    columns: { start: Math.min(...columns), end: Math.max(...columns) + 1 },
  };
}

function place(text: string | undefined): number {
  if (text === undefined) return 0;
  return text.startsWith('[') ? Number(text.slice(1, -1)) : Number(text) - 1;
}
