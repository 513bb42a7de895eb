import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { type Model } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { PipelineStateRecord } from './pipeline-state.schema';

const ID = 'redis-epoch';

/** Detects that Redis was wiped or replaced: its epoch is not the one that MongoDB remembers. */
@Injectable()
export class RedisEpoch {
  /** Redis loses this key when it loses the queues. */
  private readonly mark: string;

  constructor(
    config: Config,
    private readonly redis: Redis,
    @InjectModel(PipelineStateRecord.name) private readonly state: Model<PipelineStateRecord>,
  ) {
    this.mark = `${config.REDIS_PREFIX}:pipeline:epoch`;
  }

  /**
   * The epoch in Redis, whether it is new, and whether it is the first ever. Rejects while Redis is
   * unavailable.
   */
  async current(): Promise<{ epoch: string; isNew: boolean; isFirst: boolean }> {
    await this.redis.set(this.mark, randomUUID(), 'NX');
    const epoch = await this.redis.get(this.mark);
    const known = await this.state.findById(ID).lean<{ text?: string }>();
    return { epoch: epoch ?? '', isNew: known?.text !== epoch, isFirst: !known };
  }

  /** To be called when everything that was lost is in the queues again. */
  async remember(epoch: string): Promise<void> {
    await this.state.updateOne({ _id: ID }, { $set: { text: epoch } }, { upsert: true });
  }
}
