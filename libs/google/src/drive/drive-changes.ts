import {
  expectBoolean,
  expectArray,
  expectInstant,
  expectObject,
  expectString,
  unexpected,
} from '../shape';
import { type DriveFile, FILE_MASK, readFile } from './drive-file';

/** A file that changed, was only looked at, or is not ours to see any more. */
export interface DriveChange {
  readonly fileId: string;
  readonly time: Date;
  /** Deleted, or no longer shared with us. */
  readonly removed: boolean;
  /** Its current state; undefined when it was removed. */
  readonly file: DriveFile | undefined;
}

/** A page of the feed of changes, oldest first. */
export interface DriveChangePage {
  readonly changes: readonly DriveChange[];
  /** Where to go on; the next page, or the place for what changes from now on. */
  readonly next: string;
  /** Whether there are no more changes at the moment. */
  readonly isLast: boolean;
}

/** The fields that {@link readChangePage} reads, as a mask. */
export const CHANGES_MASK = `nextPageToken,newStartPageToken,changes(fileId,changeType,time,removed,file(${FILE_MASK}))`;

/** Checks and reads a page of changes. */
export function readChangePage(answer: unknown): DriveChangePage {
  const page = expectObject(answer, 'the changes');
  const { nextPageToken, newStartPageToken } = page;
  const next = nextPageToken ?? newStartPageToken;
  // A page without a way on is no page: taking it for the end would lose what comes after it.
  if (typeof next !== 'string' || next === '') {
    throw unexpected('nextPageToken', 'a place to go on from', next);
  }
  const entries = expectArray(page.changes, 'changes').map((entry) =>
    expectObject(entry, 'changes[]'),
  );
  return {
    changes: entries
      // Shared drives themselves are in the feed too.
      .filter(({ changeType }) => changeType === undefined || changeType === 'file')
      .map((entry) => {
        const removed = expectBoolean(entry.removed, 'changes[].removed');
        return {
          fileId: expectString(entry.fileId, 'changes[].fileId'),
          time: expectInstant(entry.time, 'changes[].time'),
          removed,
          file: removed || entry.file === undefined ? undefined : readFile(entry.file),
        };
      }),
    next,
    isLast: nextPageToken === undefined,
  };
}
