import {
  expectBoolean,
  expectArray,
  expectInstant,
  expectObject,
  expectString,
  unexpected,
} from '../shape';
import { type DriveFile, FILE_MASK, readFile } from './drive-file';

/** A file that changed, was only viewed, or is no longer shared with us. */
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
  /** The token of the next page, or of later changes when there is none. */
  readonly next: string;
  /** Whether there are no more changes at the moment. */
  readonly isLast: boolean;
}

/** The fields that {@link readChangePage} reads, as a mask. */
export const CHANGES_MASK = `nextPageToken,newStartPageToken,changes(fileId,changeType,time,removed,file(${FILE_MASK}))`;

/** Validates and reads a page of changes. */
export function readChangePage(answer: unknown): DriveChangePage {
  const page = expectObject(answer, 'the changes');
  const { nextPageToken, newStartPageToken } = page;
  const next = nextPageToken ?? newStartPageToken;
  // A page without a token is invalid: taking it for the end would lose later changes.
  if (typeof next !== 'string' || next === '') {
    throw unexpected('nextPageToken', 'a page token', next);
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
