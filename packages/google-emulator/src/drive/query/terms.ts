import { type DriveFile } from '../../files/drive-file';
import { type FileStore } from '../../files/file-store';

/** Says of a file whether it is meant, when an account asks. */
export type FileTest = (file: DriveFile, email: string) => boolean;

type Maker = (files: FileStore, operator: string, value: string) => FileTest | undefined;

/** The tests of `field operator value`; undefined for what Drive cannot compare like that. */
export const COMPARISONS: Readonly<Record<string, Maker>> = {
  name: (_files, operator, value) => textTest(operator, value, (file) => file.name),
  mimeType: (_files, operator, value) => textTest(operator, value, (file) => file.mimeType),
  modifiedTime: (files, operator, value) =>
    timeTest(operator, value, (file) => files.modifiedTime(file)),
  createdTime: (_files, operator, value) => timeTest(operator, value, (file) => file.createdTime),
  trashed: (_files, operator, value) => flagTest(operator, value, (file) => file.trashed),
  starred: (_files, operator, value) => flagTest(operator, value, () => false),
  sharedWithMe: (files, operator, value) =>
    flagTest(operator, value, (file, email) => files.isSharedWith(file, email)),
};

/** The tests of `'value' in field`. */
export const COLLECTIONS: Readonly<Record<string, (value: string) => FileTest>> = {
  parents: (value) => (file) => file.parents.includes(value),
  readers: (value) => (file) => file.readers.has(value) || file.writers.has(value),
  writers: (value) => (file) => file.writers.has(value),
};

function textTest(
  operator: string,
  value: string,
  read: (file: DriveFile) => string,
): FileTest | undefined {
  if (operator === '=') return (file) => read(file) === value;
  if (operator === '!=') return (file) => read(file) !== value;
  if (operator === 'contains') return (file) => hasWordThatStartsWith(read(file), value);
  return undefined;
}

/** `contains` finds beginnings of words: `Hello` is in `HelloWorld`, but `World` is not. */
function hasWordThatStartsWith(text: string, start: string): boolean {
  const [whole, wanted] = [text.toLowerCase(), start.toLowerCase()];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(whole.charAt(at - 1))) return true;
  }
  return false;
}

function timeTest(
  operator: string,
  value: string,
  read: (file: DriveFile) => number,
): FileTest | undefined {
  const time = utcTime(value);
  if (time === undefined) return undefined;
  switch (operator) {
    case '=':
      return (file) => read(file) === time;
    case '!=':
      return (file) => read(file) !== time;
    case '<':
      return (file) => read(file) < time;
    case '<=':
      return (file) => read(file) <= time;
    case '>':
      return (file) => read(file) > time;
    case '>=':
      return (file) => read(file) >= time;
    default:
      return undefined;
  }
}

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

/** A time without a zone is in UTC, unlike what JavaScript takes it for. */
function utcTime(text: string): number | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const dated = text.includes('T') ? text : `${text.slice(0, 10)}T00:00:00${match[1] ?? ''}`;
  const time = Date.parse(match[1] === undefined ? `${dated}Z` : dated);
  return Number.isNaN(time) ? undefined : time;
}

function flagTest(operator: string, value: string, read: FileTest): FileTest | undefined {
  if (value !== 'true' && value !== 'false') return undefined;
  if (operator !== '=' && operator !== '!=') return undefined;
  const wanted = (value === 'true') === (operator === '=');
  return (file, email) => read(file, email) === wanted;
}
