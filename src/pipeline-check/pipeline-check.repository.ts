import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type Fence, upsertFenced } from '@tributary/pipeline';
import { type Model } from 'mongoose';
import { PipelineCheck } from './schemas/pipeline-check.schema';

/** What checks write to the store. */
@Injectable()
export class PipelineCheckRepository {
  constructor(@InjectModel(PipelineCheck.name) private readonly checks: Model<PipelineCheck>) {}

  /** Stores how far a user's check is; rejected when another worker has taken the run over. */
  async mark(fence: Fence, user_id: string, run_id: string, step: number): Promise<void> {
    await ensureIndexes(this.checks);
    await upsertFenced(this.checks, fence, [{ key: { user_id }, set: { run_id, step } }]);
  }
}
