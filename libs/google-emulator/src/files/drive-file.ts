/** What is needed to put a file into Drive. */
export interface NewFile {
  id?: string;
  name: string;
  mimeType: string;
  readers?: Iterable<string>;
  writers?: Iterable<string>;
  anyoneWithLink?: boolean;
}

/** A file in Drive. Its content, if it is a spreadsheet, is with Sheets under the same id. */
export interface DriveFile {
  readonly id: string;
  name: string;
  readonly mimeType: string;
  /** Emails of the accounts that it is shared with. */
  readonly readers: Set<string>;
  readonly writers: Set<string>;
  anyoneWithLink: boolean;
  trashed: boolean;
  version: number;
  readonly createdTime: number;
  modifiedTime: number;
  /** A change that Drive does not show before `seenAt`. */
  pendingModifiedTime?: { time: number; seenAt: number };
}

/** What happened to a file: edits by hand show late, formulas not at all, views only as a version. */
export type Touch = 'by-api' | 'by-hand' | 'recalculation' | 'sharing' | 'view';

/** One entry of the feed of changes. */
export interface FileChange {
  readonly position: number;
  readonly fileId: string;
  readonly time: number;
  readonly seenAt: number;
  readonly removed: boolean;
  /** Who sees it: the accounts with which the file was shared when it changed. */
  readonly audience: readonly string[];
}
