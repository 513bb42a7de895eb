import { randomBytes } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';
import { type DriveFile, type FileChange, type NewFile, type Touch } from './drive-file';

/** The mime type of a Google Sheet. */
export const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';
/** The mime type of an Excel workbook that lies in Drive as it was uploaded. */
export const OFFICE_WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Listener = (change: FileChange) => void;

/**
 * The files of Drive, which are also what Sheets opens: who may see them, their version and when
 * they changed. Every change gets a place in one feed, from which each account sees its part.
 */
export class FileStore {
  /** How long edits by hand take to show in Drive's modified time and feed. */
  lagMs = 0;
  private readonly files = new Map<string, DriveFile>();
  private readonly feed: FileChange[] = [];
  private readonly listeners = new Set<Listener>();

  constructor(private readonly clock: EmulatorClock) {}

  /** Puts a file into Drive. */
  add(file: NewFile): DriveFile {
    const now = this.clock.now();
    const added: DriveFile = {
      id: file.id ?? randomBytes(33).toString('base64url'),
      name: file.name,
      mimeType: file.mimeType,
      readers: new Set(file.readers),
      writers: new Set(file.writers),
      anyoneWithLink: file.anyoneWithLink ?? false,
      trashed: false,
      version: 1,
      createdTime: now,
      modifiedTime: now,
    };
    if (this.files.has(added.id)) throw new Error(`There is a file ${added.id} already`);
    this.files.set(added.id, added);
    this.record(added, now, false);
    return added;
  }

  /** The file of that id, whoever asks. */
  find(id: string): DriveFile | undefined {
    return this.files.get(id);
  }

  /** All files, oldest first. */
  all(): DriveFile[] {
    return [...this.files.values()];
  }

  /** Whether an account may read a file. */
  canRead(file: DriveFile, email: string): boolean {
    return file.anyoneWithLink || file.readers.has(email) || this.canWrite(file, email);
  }

  /** Whether an account may change a file. */
  canWrite(file: DriveFile, email: string): boolean {
    return file.writers.has(email);
  }

  /**
   * Something happened to a file. Every touch is a new version; what changes the content also
   * moves the modified time, after the lag when it was done by hand.
   */
  touch(id: string, how: Touch): void {
    const file = this.files.get(id);
    if (!file) return;
    // Recalculated formulas leave no trace in Drive.
    if (how === 'recalculation') return;
    file.version += 1;
    const now = this.clock.now();
    const seenAt = how === 'by-hand' ? now + this.lagMs : now;
    if (how === 'by-hand' || how === 'by-api') file.pendingModifiedTime = { time: now, seenAt };
    this.record(file, seenAt, false);
  }

  /** Shares a file with an account. */
  share(id: string, email: string, role: 'reader' | 'writer' = 'reader'): void {
    const file = this.known(id);
    (role === 'writer' ? file.writers : file.readers).add(email);
    this.touch(id, 'sharing');
  }

  /** Takes a file away from an account. */
  unshare(id: string, email: string): void {
    const file = this.known(id);
    file.readers.delete(email);
    file.writers.delete(email);
    file.version += 1;
    this.record(file, this.clock.now(), true, email);
  }

  /** Puts a file into the bin, or takes it out again. */
  trash(id: string, trashed = true): void {
    this.known(id).trashed = trashed;
    this.touch(id, 'sharing');
  }

  /** Deletes a file for good. */
  remove(id: string): void {
    const file = this.known(id);
    this.files.delete(id);
    this.record(file, this.clock.now(), true);
  }

  /** The modified time as Drive shows it at this moment. */
  modifiedTime(file: DriveFile): number {
    const pending = file.pendingModifiedTime;
    if (pending && pending.seenAt <= this.clock.now()) {
      file.modifiedTime = pending.time;
      delete file.pendingModifiedTime;
    }
    return file.modifiedTime;
  }

  /** The changes that Drive shows at this moment, oldest first, from a place in the feed on. */
  changesFrom(position: number): readonly FileChange[] {
    const now = this.clock.now();
    return this.feed.filter((change) => change.position >= position && change.seenAt <= now);
  }

  /** The place in the feed where the next change will stand. */
  get nextPosition(): number {
    return this.feed.length + 1;
  }

  /** Is told of every change when it is made; gives back how to stop that. */
  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private known(id: string): DriveFile {
    const file = this.files.get(id);
    if (!file) throw new Error(`There is no file ${id}`);
    return file;
  }

  private record(file: DriveFile, seenAt: number, removed: boolean, onlyFor?: string): void {
    const change: FileChange = {
      position: this.nextPosition,
      fileId: file.id,
      time: this.clock.now(),
      seenAt,
      removed,
      audience: onlyFor === undefined ? [...file.readers, ...file.writers] : [onlyFor],
    };
    this.feed.push(change);
    for (const listener of this.listeners) listener(change);
  }
}
