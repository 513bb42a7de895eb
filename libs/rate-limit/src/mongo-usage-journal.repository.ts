import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { RateLimitUsage } from './schemas/rate-limit-usage.schema';
import { type Usage, UsageJournal } from './usage-journal';

const DEADLINE_MS = 4_000;

/** The journal in the `rate_limit_usage` collection. */
@Injectable()
export class MongoUsageJournal extends UsageJournal {
  constructor(@InjectModel(RateLimitUsage.name) private readonly usages: Model<RateLimitUsage>) {
    super();
  }

  async extend(policy: string, { usedUntil, answeredUntil }: Usage): Promise<void> {
    const reached = { used_until: new Date(usedUntil), answered_until: new Date(answeredUntil) };
    await this.usages
      .updateOne({ _id: policy }, { $max: reached }, { upsert: true })
      // What a failover may take back was not written.
      .setOptions({ writeConcern: { w: 'majority', j: true, wtimeoutMS: DEADLINE_MS } })
      .exec();
  }

  async read(policy: string): Promise<Usage | undefined> {
    const usage = await this.usages
      .findById(policy)
      .read('primary')
      .readConcern('majority')
      .maxTimeMS(DEADLINE_MS)
      .lean()
      .exec();
    if (!usage) return undefined;
    return {
      usedUntil: usage.used_until.getTime(),
      answeredUntil: usage.answered_until.getTime(),
    };
  }
}
