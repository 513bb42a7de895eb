import { type FileChange } from './drive-file';

/**
 * The changes of all files in the order in which Drive showed them. Each account keeps only the
 * newest change of each file, so that the feed grows with the files and not with the edits.
 */
export class ChangeFeed {
  /** By account, then by file; a map keeps its order of insertion, which is that of positions. */
  private readonly byAccount = new Map<string, Map<string, FileChange>>();
  private last = 0;

  /** The place where the next change will stand. */
  get nextPosition(): number {
    return this.last + 1;
  }

  /** Puts a change at the end of the feed. */
  append(change: Omit<FileChange, 'position'>): FileChange {
    this.last += 1;
    const placed: FileChange = { ...change, position: this.last };
    for (const email of placed.audience) {
      const own = this.byAccount.get(email) ?? new Map<string, FileChange>();
      this.byAccount.set(email, own);
      own.delete(placed.fileId);
      own.set(placed.fileId, placed);
    }
    return placed;
  }

  /** The changes that one account sees from a place on, oldest first. */
  seenBy(email: string, position: number): FileChange[] {
    const own = this.byAccount.get(email)?.values() ?? [];
    return [...own].filter((change) => change.position >= position);
  }
}
