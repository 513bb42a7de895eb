import { randomBytes } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';
import { ChangeFeed } from './change-feed';
import {
  type FileChangeKind,
  type DriveFile,
  type FileChange,
  type NewFile,
  type Touch,
} from './drive-file';

/** The mime type of a Google Sheet. */
export const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';
/** The mime type of an Excel workbook that lies in Drive as it was uploaded. */
export const OFFICE_WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Listener = (change: FileChange) => void;

const KIND_OF_TOUCH = {
  'by-api': 'content',
  'by-hand': 'content',
  sharing: 'permissions',
  view: 'view',
} as const;

/**
 * The files of Drive, which are also what Sheets opens: who may see them, their version and when
 * they changed. Every change gets a place in one feed, from which each account sees its part.
 */
export class FileStore {
  /** How long edits by hand take to show in Drive's modified time, version and feed. */
  lagMs = 0;
  private readonly files = new Map<string, DriveFile>();
  private readonly feed = new ChangeFeed();
  private readonly late = new Set<DriveFile>();
  private readonly listeners = new Set<Listener>();

  constructor(private readonly clock: EmulatorClock) {}

  /** Puts a file into Drive. */
  add(file: NewFile): DriveFile {
    const now = this.clock.now();
    const added: DriveFile = {
      id: file.id ?? `1${randomBytes(33).toString('base64url').slice(1)}`,
      name: file.name,
      mimeType: file.mimeType,
      readers: new Set(file.readers),
      writers: new Set(file.writers),
      anyoneWithLink: file.anyoneWithLink ?? false,
      parents: [...(file.parents ?? [])],
      trashed: false,
      version: 1,
      createdTime: now,
      modifiedTime: now,
    };
    if (this.files.has(added.id)) throw new Error(`There is a file ${added.id} already`);
    this.files.set(added.id, added);
    this.record(added, 'add');
    return added;
  }

  /** The file of that id, whoever asks. */
  find(id: string): DriveFile | undefined {
    this.showLateEdits();
    return this.files.get(id);
  }

  /** All files, oldest first. */
  all(): DriveFile[] {
    this.showLateEdits();
    return [...this.files.values()];
  }

  /** Whether an account may read a file. */
  canRead(file: DriveFile, email: string): boolean {
    return file.anyoneWithLink || this.isSharedWith(file, email);
  }

  /** Whether an account may change a file. */
  canWrite(file: DriveFile, email: string): boolean {
    return file.writers.has(email);
  }

  /** Whether a file was given to this very account, and not only to everybody with the link. */
  isSharedWith(file: DriveFile, email: string): boolean {
    return file.readers.has(email) || file.writers.has(email);
  }

  /**
   * Something happened to a file. Every touch is a new version; what changes the content also
   * moves the modified time. Edits by hand show all of that after the lag, together with the
   * edits before them that do not show yet.
   */
  touch(id: string, how: Touch): void {
    const file = this.files.get(id);
    // Recalculated formulas leave no trace in Drive.
    if (!file || how === 'recalculation') return;
    this.showLateEdits();
    const now = this.clock.now();
    if (how === 'by-hand' && this.lagMs > 0) {
      file.pendingModifiedTime = {
        time: now,
        seenAt: file.pendingModifiedTime?.seenAt ?? now + this.lagMs,
      };
      this.late.add(file);
      return;
    }
    if (how === 'by-hand' || how === 'by-api') file.modifiedTime = now;
    this.change(file, KIND_OF_TOUCH[how]);
  }

  /** Shares a file with an account. */
  share(id: string, email: string, role: 'reader' | 'writer' = 'reader'): void {
    const file = this.known(id);
    (role === 'writer' ? file.writers : file.readers).add(email);
    this.change(file, 'permissions');
  }

  /** Takes a file away from an account. */
  unshare(id: string, email: string): void {
    const file = this.known(id);
    if (!this.isSharedWith(file, email)) return;
    file.readers.delete(email);
    file.writers.delete(email);
    this.record(file, 'remove', [email]);
    this.change(file, 'permissions');
  }

  /** Opens a file to everybody who knows its id, or closes it again. */
  shareByLink(id: string, anyone = true): void {
    const file = this.known(id);
    file.anyoneWithLink = anyone;
    this.change(file, 'permissions');
  }

  /** Gives a file another name. */
  rename(id: string, name: string): void {
    const file = this.known(id);
    file.name = name;
    file.modifiedTime = this.clock.now();
    this.change(file, 'properties');
  }

  /** Puts a file into the bin, or takes it out again. */
  trash(id: string, trashed = true): void {
    const file = this.known(id);
    file.trashed = trashed;
    this.change(file, trashed ? 'trash' : 'untrash');
  }

  /** Deletes a file for good. */
  remove(id: string): void {
    const file = this.known(id);
    this.files.delete(id);
    this.late.delete(file);
    this.record(file, 'remove');
  }

  /** The modified time as Drive shows it at this moment. */
  modifiedTime(file: DriveFile): number {
    this.showLateEdits();
    return file.modifiedTime;
  }

  /**
   * The changes that Drive shows an account at this moment, oldest first, from a place in the feed
   * on. A file that changed often is there once, at its last place.
   */
  changesFrom(position: number, email: string): readonly FileChange[] {
    this.showLateEdits();
    return this.feed.seenBy(email, position);
  }

  /** The place in the feed where the next change will stand. */
  get nextPosition(): number {
    this.showLateEdits();
    return this.feed.nextPosition;
  }

  /** Is told of every change once Drive shows it; gives back how to stop that. */
  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Shows the edits by hand whose lag is over and tells when the next one is due, if any waits.
   * Reading does that by itself; only who waits for changes without reading has to ask.
   */
  showLateEdits(): number | undefined {
    if (this.late.size === 0) return undefined;
    const now = this.clock.now();
    const waiting = [...this.late].sort((a, b) => dueTime(a) - dueTime(b));
    for (const file of waiting) {
      // A listener that reads the store may have shown it meanwhile.
      if (!this.late.has(file)) continue;
      if (dueTime(file) > now) return dueTime(file);
      file.modifiedTime = Math.max(file.modifiedTime, file.pendingModifiedTime?.time ?? 0);
      delete file.pendingModifiedTime;
      this.late.delete(file);
      this.change(file, 'content');
    }
    return undefined;
  }

  private known(id: string): DriveFile {
    this.showLateEdits();
    const file = this.files.get(id);
    if (!file) throw new Error(`There is no file ${id}`);
    return file;
  }

  private change(file: DriveFile, kind: FileChangeKind): void {
    file.version += 1;
    this.record(file, kind);
  }

  private record(file: DriveFile, kind: FileChangeKind, onlyFor?: readonly string[]): void {
    const change = this.feed.append({
      fileId: file.id,
      time: this.clock.now(),
      kind,
      removed: kind === 'remove',
      audience: onlyFor ?? [...new Set([...file.readers, ...file.writers])],
    });
    for (const listener of this.listeners) listener(change);
  }
}

const dueTime = (file: DriveFile): number => file.pendingModifiedTime?.seenAt ?? 0;
