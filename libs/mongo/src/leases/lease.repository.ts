import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';
import { LeaseRecord } from './lease.schema';

/** Leases, each of which lets one process at a time do a duty. */
@Injectable()
export class Leases {
  constructor(@InjectModel(LeaseRecord.name) private readonly leases: Model<LeaseRecord>) {}

  /** Takes or renews a lease; false while another holds it. */
  async take(duty: string, holder: string, now: Date, until: Date): Promise<boolean> {
    try {
      await this.leases.updateOne(
        { _id: `lease:${duty}`, $or: [{ holder }, { until: { $lt: now } }] },
        { $set: { holder, until } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // The document is there and the filter did not match: the lease is another's.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Releases a lease, so that others need not wait for its end. */
  async release(duty: string, holder: string): Promise<void> {
    await this.leases.deleteOne({ _id: `lease:${duty}`, holder });
  }
}
