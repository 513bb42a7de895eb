import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey } from '@tributary/mongo';
import { type Model } from 'mongoose';
import { PipelineStateRecord } from './pipeline-state.schema';

/** Schedules that are due once per interval over all processes. */
@Injectable()
export class Schedules {
  constructor(
    @InjectModel(PipelineStateRecord.name) private readonly state: Model<PipelineStateRecord>,
  ) {}

  /** True for exactly one caller when the interval since the last time is over. */
  async isDue(name: string, everyMs: number, now: Date): Promise<boolean> {
    const last = new Date(now.getTime() - everyMs);
    try {
      await this.state.updateOne(
        { _id: `schedule:${name}`, since: { $lte: last } },
        { $set: { since: now } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // It is there and happened less than an interval ago.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
