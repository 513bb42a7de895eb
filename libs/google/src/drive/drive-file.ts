import {
  type Fields,
  expectBoolean,
  expectInstant,
  expectObject,
  optionalString,
  expectString,
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

/** Validates and reads a file of a response. */
export function readFile(value: unknown): DriveFile {
  const file = expectObject(value, 'the file');
  return {
    id: expectString(file.id, 'id'),
    name: optionalString(file.name, 'name'),
    mimeType: expectString(file.mimeType, 'mimeType'),
    modifiedTime: expectInstant(file.modifiedTime, 'modifiedTime'),
    version: versionOf(file),
    trashed: expectBoolean(file.trashed, 'trashed'),
  };
}

function versionOf({ version }: Fields): bigint {
  const text = expectString(version, 'version');
  if (!/^\d+$/.test(text)) throw unexpected('version', 'a whole number in a text', version);
  return BigInt(text);
}
