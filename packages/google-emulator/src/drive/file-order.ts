import { type DriveFile } from '../files/drive-file';
import { type FileStore } from '../files/file-store';
import { invalidValue } from './drive-errors';

type Comparison = (a: DriveFile, b: DriveFile) => number;

const FOLDER = 'application/vnd.google-apps.folder';

/** Reads the parameter `orderBy`; without it the file that was modified last comes first. */
export function fileOrder(files: FileStore, orderBy: string): Comparison {
  const keys = orderBy.trim() === '' ? ['modifiedTime desc'] : orderBy.split(',');
  const comparisons = keys.map((key) => keyOrder(files, key.trim()));
  return (a, b) => {
    for (const compare of comparisons) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

function keyOrder(files: FileStore, key: string): Comparison {
  const [name = '', direction, ...rest] = key.split(/\s+/);
  const compare = comparison(files, name);
  if (!compare || rest.length > 0 || (direction !== undefined && direction !== 'desc')) {
    throw invalidValue('orderBy');
  }
  return direction === 'desc' ? (a, b) => compare(b, a) : compare;
}

function comparison(files: FileStore, name: string): Comparison | undefined {
  switch (name) {
    case 'modifiedTime':
    case 'recency':
      return (a, b) => files.modifiedTime(a) - files.modifiedTime(b);
    case 'createdTime':
      return (a, b) => a.createdTime - b.createdTime;
    case 'name':
      return (a, b) => a.name.localeCompare(b.name, 'en');
    case 'name_natural':
      return (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true });
    case 'folder':
      return (a, b) => Number(b.mimeType === FOLDER) - Number(a.mimeType === FOLDER);
    default:
      return undefined;
  }
}
