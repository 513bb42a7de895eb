/** What has to be done to memory when the running transaction is rolled back. */
export class UndoLog {
  private steps: (() => void)[] = [];

  /** Remembers how to take back a change of memory that belongs to the running transaction. */
  record(undo: () => void): void {
    this.steps.push(undo);
  }

  /** The transaction is committed: nothing has to be taken back any more. */
  forget(): void {
    this.steps = [];
  }

  /** Takes everything back, the newest change first. */
  rollBack(): void {
    const steps = this.steps;
    this.steps = [];
    for (const undo of steps.reverse()) undo();
  }
}
