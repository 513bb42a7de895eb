import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { isValidObjectId, type Model, Types } from 'mongoose';
import { matching } from '../ledger/matching';
import { type DeadLetter, type DeadLetterGroup, type DeadLetterState } from './dead-letter';
import { DeadLetterRecord } from './dead-letter.schema';

/** Which dead letters are asked for. */
export interface DeadLetterFilter {
  state?: DeadLetterState | undefined;
  kind?: string | undefined;
  group?: string | undefined;
  owner?: string | undefined;
}

/** The fields of a new dead letter. */
export type NewDeadLetter = Omit<
  DeadLetter,
  'id' | 'state' | 'closed_at' | 'replay_run_id' | 'created_at'
>;

/** The most groups in one response. */
const GROUPS_SHOWN = 200;

/** Dead letters in their collection. */
@Injectable()
export class DeadLetterRepository {
  constructor(
    @InjectModel(DeadLetterRecord.name) private readonly letters: Model<DeadLetterRecord>,
  ) {}

  /** Stores a dead letter; an existing one of the same run and item stays unchanged. */
  async keep(letter: NewDeadLetter, now: Date): Promise<void> {
    await ensureIndexes(this.letters);
    const { run_id, item, ...rest } = letter;
    try {
      await this.letters.updateOne(
        { run_id: new Types.ObjectId(run_id), item },
        {
          $setOnInsert: {
            ...rest,
            state: 'open',
            created_at: now,
            closed_at: null,
            replay_run_id: null,
          },
        },
        { upsert: true },
      );
    } catch (error) {
      // Another process stored it at the same moment.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async findById(id: string): Promise<DeadLetter | undefined> {
    if (!isValidObjectId(id)) return undefined;
    const record = await this.letters.findById(id).lean<DeadLetterRecord>();
    return record ? toDeadLetter(record) : undefined;
  }

  /** Newest first. */
  async list(
    filter: DeadLetterFilter,
    offset: number,
    limit: number,
  ): Promise<[DeadLetter[], number]> {
    const query = matching<DeadLetterRecord>(filter);
    const [records, total] = await Promise.all([
      this.letters
        .find(query)
        .sort({ created_at: -1, _id: -1 })
        .skip(offset)
        .limit(limit)
        .lean<DeadLetterRecord[]>(),
      this.letters.countDocuments(query),
    ]);
    return [records.map(toDeadLetter), total];
  }

  /** Open dead letters by group, the largest group first. */
  async groups(kind?: string): Promise<DeadLetterGroup[]> {
    const rows = await this.letters.aggregate<DeadLetterGroup & { _id: string }>([
      { $match: matching<DeadLetterRecord>({ state: 'open', kind }) },
      {
        $group: {
          _id: '$group',
          kind: { $first: '$kind' },
          code: { $first: '$error.code' },
          category: { $first: '$error.category' },
          pattern: { $first: '$pattern' },
          count: { $sum: 1 },
          first_at: { $min: '$created_at' },
          last_at: { $max: '$created_at' },
        },
      },
      { $sort: { count: -1, _id: 1 } },
      { $limit: GROUPS_SHOWN },
    ]);
    return rows.map(({ _id, ...row }) => ({ ...row, group: _id }));
  }

  async countOpen(group?: string): Promise<number> {
    return this.letters.countDocuments(matching<DeadLetterRecord>({ state: 'open', group }));
  }

  /** Open dead letters of a group after one of them, oldest first. */
  async openOf(group: string, afterId: string | undefined, limit: number): Promise<DeadLetter[]> {
    const records = await this.letters
      .find({
        state: 'open',
        group,
        ...(afterId === undefined ? {} : { _id: { $gt: new Types.ObjectId(afterId) } }),
      })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<DeadLetterRecord[]>();
    return records.map(toDeadLetter);
  }

  /** Any state -> replayed, even when it was discarded at the same moment: the run exists. */
  async markReplayed(id: string, replayRunId: string, now: Date): Promise<DeadLetter | undefined> {
    await this.letters.updateOne(
      { _id: id, state: { $ne: 'replayed' } },
      {
        $set: {
          state: 'replayed',
          closed_at: now,
          replay_run_id: new Types.ObjectId(replayRunId),
        },
      },
    );
    return this.findById(id);
  }

  /** open -> discarded; false when it was not open. */
  async discard(id: string, now: Date): Promise<boolean> {
    const { modifiedCount } = await this.letters.updateOne(
      { _id: id, state: 'open' },
      { $set: { state: 'discarded', closed_at: now } },
    );
    return modifiedCount === 1;
  }

  async deleteOf(kind: string, subject: string): Promise<void> {
    await this.letters.deleteMany(matching<DeadLetterRecord>({ kind, subject }));
  }

  /** Every open dead letter of a group -> discarded; returns how many. */
  async discardGroup(group: string, now: Date): Promise<number> {
    const { modifiedCount } = await this.letters.updateMany(
      { state: 'open', group },
      { $set: { state: 'discarded', closed_at: now } },
    );
    return modifiedCount;
  }
}

function toDeadLetter({ _id, run_id, replay_run_id, ...letter }: DeadLetterRecord): DeadLetter {
  return {
    ...letter,
    id: _id.toHexString(),
    run_id: run_id.toHexString(),
    replay_run_id: replay_run_id?.toHexString() ?? null,
  };
}
