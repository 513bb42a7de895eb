import { looksLikeFormula } from '../formula-text';
import { type TableCell } from '../table';
import { type WallClock } from '../wall-clock';

const NEEDS_QUOTES = /[",\r\n]/;

/** A cell as a field of CSV. Text that a program might run as a formula begins with an apostrophe. */
export function csvField(cell: TableCell | undefined, clock: WallClock): string {
  if (typeof cell === 'string') return textField(cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : textField(`${cell}`);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell ? textField(clock.text(cell)) : '';
}

function textField(text: string): string {
  const safe = looksLikeFormula(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
