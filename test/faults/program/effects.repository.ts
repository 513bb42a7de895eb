import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type ClaimedRun, type Fence, updateFenced, upsertFenced } from '@tributary/pipeline';
import { type Model } from 'mongoose';
import { Account, Gate, Note, Row } from './effects.schema';

/** What runs of tests leave in the store. */
@Injectable()
export class Effects {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(Row.name) private readonly rows: Model<Row>,
    @InjectModel(Note.name) private readonly notes: Model<Note>,
    @InjectModel(Gate.name) private readonly gates: Model<Gate>,
  ) {}

  /**
   * Makes the account ours and tells where it stands. In this order: once it carries our fence, no
   * write of an earlier claim that is still on its way can change what is read.
   */
  async take(fence: Fence, subject: string): Promise<number> {
    await Promise.all([ensureIndexes(this.accounts), ensureIndexes(this.rows)]);
    const fresh = { cursor: 0, total: 0 };
    await upsertFenced(this.accounts, fence, [{ key: { subject }, set: {}, setOnInsert: fresh }]);
    const { cursor } = await this.accounts.findOne({ subject }).orFail().lean<Account>();
    return cursor;
  }

  /** The effect of one step. The row may be written twice, the account moves once. */
  async advance(fence: Fence, { subject, id: run_id }: ClaimedRun, step: number): Promise<void> {
    const { pid } = process;
    await upsertFenced(this.rows, fence, [{ key: { subject, step }, set: { run_id, pid } }]);
    await updateFenced(
      this.accounts,
      fence,
      { subject },
      { $set: { cursor: step }, $inc: { total: 1 } },
    );
  }

  async note({ id: run_id, subject, fence }: ClaimedRun, what: string): Promise<void> {
    await ensureIndexes(this.notes);
    await this.notes.create({ run_id, subject, what, fence: fence.number, pid: process.pid });
  }

  notesOf(subjects: readonly string[]): Promise<Note[]> {
    return this.notes.find({ subject: { $in: subjects } }).lean<Note[]>();
  }

  accountsOf(subjects: readonly string[]): Promise<Account[]> {
    return this.accounts.find({ subject: { $in: subjects } }).lean<Account[]>();
  }

  rowsOf(subjects: readonly string[]): Promise<Row[]> {
    return this.rows
      .find({ subject: { $in: subjects } })
      .sort({ subject: 1, step: 1 })
      .lean<Row[]>();
  }

  async open(gate: string): Promise<void> {
    await this.gates.updateOne({ _id: gate }, { $setOnInsert: { _id: gate } }, { upsert: true });
  }

  async isOpen(gate: string): Promise<boolean> {
    return (await this.gates.exists({ _id: gate })) !== null;
  }
}
