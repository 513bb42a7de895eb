import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { DriveCursorRecord } from './drive-cursor.schema';

/** Cursors of the change feeds of Drive, by service account. */
@Injectable()
export class DriveCursorRepository {
  constructor(
    @InjectModel(DriveCursorRecord.name) private readonly feeds: Model<DriveCursorRecord>,
  ) {}

  /** Where to continue reading; undefined when nothing was read yet. */
  async tokenOf(account: string): Promise<string | undefined> {
    return (await this.feeds.findById(account).lean<DriveCursorRecord>())?.page_token;
  }

  async moveTo(account: string, page_token: string, read_at: Date): Promise<void> {
    await this.feeds.updateOne(
      { _id: account },
      { $set: { page_token, read_at } },
      { upsert: true },
    );
  }

  /** Drops the cursor: the next cycle begins at a new one. */
  async forget(account: string): Promise<void> {
    await this.feeds.deleteOne({ _id: account });
  }
}
