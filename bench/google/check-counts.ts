import { type Counts } from './reader';
import { type ReaderName } from './reader-process';
import { COLUMNS } from './sheets';

/** Whoever reads less than was asked for is not to be praised for being fast. */
export function checkCounts(name: ReaderName, { rows, contents }: Counts, wanted: number): void {
  const all = 2 * wanted * COLUMNS;
  if (rows === wanted && (contents ?? all) === all) return;
  throw new Error(`${name} read ${rows} of ${wanted} rows, and ${contents} of ${all} contents`);
}
