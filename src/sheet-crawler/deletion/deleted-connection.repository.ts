import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type Model } from 'mongoose';
import { DeletedConnectionRecord } from './deleted-connection.schema';

/** A connection that was deleted. */
export interface DeletedConnection {
  readonly id: string;
  readonly deletedAt: Date;
}

/** The ids of connections that were deleted lately, in their collection. */
@Injectable()
export class DeletedConnectionRepository {
  constructor(
    @InjectModel(DeletedConnectionRecord.name)
    private readonly deleted: Model<DeletedConnectionRecord>,
  ) {}

  /** Remembers a connection that was deleted just now. */
  async keep(id: string, now: Date): Promise<void> {
    await ensureIndexes(this.deleted);
    await this.deleted.updateOne(
      { _id: id },
      { $set: { deleted_at: now, sweep_at: now } },
      { upsert: true },
    );
  }

  /** Those whose data has to be looked for, the longest due first. */
  async findDue(now: Date, limit: number): Promise<DeletedConnection[]> {
    const found = await this.deleted
      .find({ sweep_at: { $lte: now } })
      .sort({ sweep_at: 1 })
      .limit(limit)
      .lean<DeletedConnectionRecord[]>();
    return found.map(({ _id, deleted_at }) => ({ id: _id, deletedAt: deleted_at }));
  }

  async postpone(id: string, sweep_at: Date): Promise<void> {
    await this.deleted.updateOne({ _id: id }, { $set: { sweep_at } });
  }

  async forget(id: string): Promise<void> {
    await this.deleted.deleteOne({ _id: id });
  }
}
