import { type Model } from 'mongoose';

/** What a process that was killed at a write "throws": nothing of it goes on from there. */
export class Killed extends Error {}

const WRITES = [
  'findOneAndUpdate',
  'updateOne',
  'updateMany',
  'bulkWrite',
  'insertMany',
  'deleteOne',
  'deleteMany',
] as const;

type Write = (...args: unknown[]) => Promise<unknown>;

/** Kills what uses the collections of some models at a write of its choice, before or after it. */
export class KillSwitch {
  private writesLeft = Infinity;
  private isDoneFirst = false;
  private isDead = false;
  private whenKilled: () => void = () => undefined;

  constructor(models: readonly Pick<Model<never>, 'collection'>[]) {
    for (const { collection } of models) {
      const writes = collection as unknown as Record<string, Write>;
      for (const name of WRITES) {
        const write = (writes[name] as Write).bind(collection);
        writes[name] = (...args) => this.pass(() => write(...args));
      }
    }
  }

  /** Runs something that is killed at its nth write; `isDoneFirst`: the write itself happens. */
  async during(
    work: () => Promise<unknown>,
    kill?: { atWrite: number; isDoneFirst: boolean; whenKilled?: () => void },
  ): Promise<void> {
    this.writesLeft = kill?.atWrite ?? Infinity;
    this.isDoneFirst = kill?.isDoneFirst ?? false;
    this.whenKilled = kill?.whenKilled ?? (() => undefined);
    this.isDead = false;
    try {
      await work();
    } catch (error) {
      // What it throws after that is of no process any more.
      if (!this.isDead) throw error;
    } finally {
      this.writesLeft = Infinity;
      this.isDead = false;
    }
  }

  private async pass(write: () => Promise<unknown>): Promise<unknown> {
    if (this.isDead) throw new Killed();
    if (this.writesLeft > 0) {
      this.writesLeft -= 1;
      return write();
    }
    this.isDead = true;
    this.whenKilled();
    if (this.isDoneFirst) await write();
    throw new Killed();
  }
}
