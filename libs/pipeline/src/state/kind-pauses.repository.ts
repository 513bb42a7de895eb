import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { PipelineStateRecord } from './pipeline-state.schema';

const PREFIX = 'pause:';

/** Which kinds of runs are paused. They are remembered here, not in Redis, which may be wiped. */
@Injectable()
export class KindPauses {
  constructor(
    @InjectModel(PipelineStateRecord.name) private readonly state: Model<PipelineStateRecord>,
  ) {}

  async pause(kind: string, since: Date): Promise<void> {
    await this.state.updateOne(
      { _id: PREFIX + kind },
      { $setOnInsert: { since } },
      { upsert: true },
    );
  }

  async resume(kind: string): Promise<void> {
    await this.state.deleteOne({ _id: PREFIX + kind });
  }

  async isPaused(kind: string): Promise<boolean> {
    return (await this.state.exists({ _id: PREFIX + kind })) !== null;
  }

  /** Since when each paused kind is. */
  async all(kinds: readonly string[]): Promise<Map<string, Date>> {
    const records = await this.state
      .find({ _id: { $in: kinds.map((kind) => PREFIX + kind) } })
      .lean<{ _id: string; since: Date }[]>();
    return new Map(records.map(({ _id, since }) => [_id.slice(PREFIX.length), since]));
  }
}
