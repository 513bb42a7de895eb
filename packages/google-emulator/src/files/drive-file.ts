/** What is needed to put a file into Drive. */
export interface NewFile {
  id?: string;
  name: string;
  mimeType: string;
  readers?: Iterable<string>;
  writers?: Iterable<string>;
  anyoneWithLink?: boolean;
  /** Ids of the folders that it lies in. */
  parents?: Iterable<string>;
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
  readonly parents: readonly string[];
  trashed: boolean;
  version: number;
  readonly createdTime: number;
  modifiedTime: number;
  /** Edits by hand that Drive does not show before `seenAt`; the last of them was at `time`. */
  pendingModifiedTime?: { time: number; seenAt: number };
}

/** What happened to a file: edits by hand show late, formulas not at all, views only as a version. */
export type Touch = 'by-api' | 'by-hand' | 'recalculation' | 'sharing' | 'view';

/** What a change was about; push messages tell it. */
export type FileChangeKind =
  | 'add'
  | 'content'
  | 'permissions'
  | 'properties'
  | 'trash'
  | 'untrash'
  | 'remove'
  | 'view';

/** One entry of the feed of changes. */
export interface FileChange {
  /** Counted when Drive shows the change, so that nobody who reads on from a place misses one. */
  readonly position: number;
  readonly fileId: string;
  readonly time: number;
  readonly kind: FileChangeKind;
  readonly removed: boolean;
  /** Who sees it: the accounts with which the file was shared when it changed. */
  readonly audience: readonly string[];
}
