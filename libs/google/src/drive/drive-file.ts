import {
  type Fields,
  flagOf,
  momentOf,
  objectOf,
  optionalTextOf,
  textOf,
  unexpected,
} from '../shape';

/** What Drive knows of a file. */
export interface DriveFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** When its content changed; edits by hand may show minutes later, recalculated formulas never. */
  readonly modifiedTime: Date;
  /** Grows with every change, also with those that change no content. */
  readonly version: bigint;
  readonly trashed: boolean;
}

/** The fields that {@link readFile} reads, as a mask. */
export const FILE_MASK = 'id,name,mimeType,modifiedTime,version,trashed';

/** Checks and reads a file of an answer. */
export function readFile(value: unknown): DriveFile {
  const file = objectOf(value, 'the file');
  return {
    id: textOf(file.id, 'id'),
    name: optionalTextOf(file.name, 'name'),
    mimeType: textOf(file.mimeType, 'mimeType'),
    modifiedTime: momentOf(file.modifiedTime, 'modifiedTime'),
    version: versionOf(file),
    trashed: flagOf(file.trashed, 'trashed'),
  };
}

function versionOf({ version }: Fields): bigint {
  const text = textOf(version, 'version');
  if (!/^\d+$/.test(text)) throw unexpected('version', 'a whole number in a text', version);
  return BigInt(text);
}
