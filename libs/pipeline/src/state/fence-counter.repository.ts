import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { PipelineStateRecord } from './pipeline-state.schema';

/**
 * Issues fence numbers. One counter serves all kinds, so a number is larger than every earlier one,
 * whichever run, and even kind of run, wrote a document before.
 */
@Injectable()
export class FenceCounter {
  constructor(
    @InjectModel(PipelineStateRecord.name) private readonly state: Model<PipelineStateRecord>,
  ) {}

  async next(): Promise<number> {
    const { value } = await this.state
      .findOneAndUpdate(
        { _id: 'fence' },
        { $inc: { value: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean<{ value: number }>();
    return value;
  }
}
