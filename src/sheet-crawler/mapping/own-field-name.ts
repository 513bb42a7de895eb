import { columnLetters } from '@tributary/google';
import { fieldNameProblem } from './field-name';
import { headerWords } from './header-words';

const LONGEST_NAME = 60;

/** A new field name made from a header: `Ghi chú nội bộ` becomes `ghi_chu_noi_bo`. */
export function ownFieldName(header: string, index: number, used: ReadonlySet<string>): string {
  const letters = columnLetters(index).toLowerCase();
  const ascii = headerWords(header)
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .join('_')
    .slice(0, LONGEST_NAME)
    .replace(/_$/, '');
  const name = /^[a-z]/.test(ascii) ? ascii : `column_${ascii || letters}`;
  let unique = fieldNameProblem(name) === undefined ? name : `${name}_field`;
  while (used.has(unique)) unique = `${unique}_${letters}`;
  return unique;
}
