import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { deleteFenced, type Fence, upsertFenced } from '@tributary/pipeline';
import { type Model } from 'mongoose';
import { type Bucket } from '../metrics/bucket';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { type Rollup } from './rollup';
import { RollupRecord } from './rollup.schema';

/** Which roll-ups of a connection are current. */
export type RollupSetKey = Pick<AnalyticsSnapshot, 'connection_id' | 'edition' | 'base_edition'>;

const READ_AT_ONCE = 1_000;
const NAMED_AT_ONCE = 1_000;

/** Roll-ups in their collection. */
@Injectable()
export class RollupRepository {
  constructor(@InjectModel(RollupRecord.name) private readonly rollups: Model<RollupRecord>) {}

  /** Stores roll-ups of a version that is not published yet. */
  async keep(
    fence: Fence,
    connection_id: string,
    rollupVersion: number,
    rollups: readonly Rollup[],
  ): Promise<void> {
    await ensureIndexes(this.rollups);
    await upsertFenced(
      this.rollups,
      fence,
      rollups.map(({ bucket, ...rollup }) => ({
        key: { connection_id, bucket, edition: rollupVersion },
        set: rollup as Partial<RollupRecord>,
      })),
    );
  }

  /** The published roll-ups between two buckets, with the values of one field at most. */
  async *read(
    { connection_id, edition, base_edition }: RollupSetKey,
    names: { readonly from: Bucket; readonly to: Bucket } | null,
    field: string | null,
  ): AsyncGenerator<Rollup> {
    const cursor = this.rollups.collection
      .find(
        {
          connection_id,
          ...(names ? { bucket: { $gte: names.from, $lte: names.to } } : {}),
          edition: { $gte: base_edition, $lte: edition },
        },
        {
          projection: {
            _id: 0,
            bucket: 1,
            rows: 1,
            flawed: 1,
            amounts: 1,
            first_at: 1,
            last_at: 1,
            ...(field === null ? {} : { [`groups.${field}`]: 1 }),
          },
        },
      )
      .sort({ bucket: 1, edition: 1 })
      .batchSize(READ_AT_ONCE);
    let newest: Rollup | undefined;
    for await (const found of cursor) {
      const rollup = found as unknown as Rollup;
      if (newest && newest.bucket !== rollup.bucket) yield newest;
      newest = rollup;
    }
    if (newest) yield newest;
  }

  /** How many rows the published roll-ups cover. */
  async countRows({ connection_id, edition, base_edition }: RollupSetKey): Promise<number> {
    const [found] = await this.rollups.aggregate<{ rows: number }>([
      { $match: { connection_id, edition: { $gte: base_edition, $lte: edition } } },
      { $sort: { bucket: 1, edition: 1 } },
      { $group: { _id: '$bucket', rows: { $last: '$rows' } } },
      { $group: { _id: null, rows: { $sum: '$rows' } } },
    ]);
    return found?.rows ?? 0;
  }

  /** Deletes roll-ups that a run wrote and did not publish; nothing of a later run. */
  async deleteAfter(fence: Fence, { connection_id, edition }: RollupSetKey): Promise<void> {
    await deleteFenced(this.rollups, fence, { connection_id, edition: { $gt: edition } });
  }

  /** Deletes roll-ups that a version replaced, and those without rows: of some buckets, or all. */
  async deleteBefore(
    fence: Fence,
    connection_id: string,
    rollupVersion: number,
    buckets: readonly Bucket[] | null,
  ): Promise<void> {
    if (buckets === null) {
      await deleteFenced(this.rollups, fence, { connection_id, edition: { $lt: rollupVersion } });
      await deleteFenced(this.rollups, fence, { connection_id, rows: 0 });
      return;
    }
    for (let at = 0; at < buckets.length; at += NAMED_AT_ONCE) {
      const some = buckets.slice(at, at + NAMED_AT_ONCE);
      const filter = { connection_id, bucket: { $in: some } };
      await deleteFenced(this.rollups, fence, { ...filter, edition: { $lt: rollupVersion } });
      await deleteFenced(this.rollups, fence, { ...filter, rows: 0 });
    }
  }

  async deleteAll(connection_id: string): Promise<void> {
    await this.rollups.deleteMany({ connection_id });
  }
}
