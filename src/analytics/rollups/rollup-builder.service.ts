import { Injectable } from '@nestjs/common';
import { type RowSetKey, SheetRowQueryRepository } from '../../sheet-crawler';
import { type Bucket } from '../metrics/bucket';
import { type GroupedRows, groupStage, sumsOf } from '../queries/group-stage';
import { groupFieldsOf, type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { RollupAccumulator } from './rollup-accumulator';
import { type Rollup } from './rollup';

/** Buckets that are added up together. */
const BATCH = 64;
/** No request waits for it, but it must end. */
const DEADLINE_MS = 600_000;

/**
 * Computes roll-ups from rows, bucket by bucket. It depends on the rows only, so it may be
 * repeated.
 */
@Injectable()
export class RollupBuilderService {
  constructor(private readonly rows: SheetRowQueryRepository) {}

  /** The names of all buckets that have rows. */
  async buckets(rowSet: RowSetKey): Promise<Bucket[]> {
    const found: Bucket[] = [];
    const stages = [{ $group: { _id: '$facts.bucket' } }];
    const groups = this.rows.aggregate<{ _id: Bucket | null }>(rowSet, {}, stages, DEADLINE_MS);
    for await (const { _id } of groups) if (_id !== null) found.push(_id);
    return found;
  }

  /** Roll-ups of buckets, in batches; a bucket without rows has one as well, with zeros. */
  async *build(
    rowSet: RowSetKey,
    type: SheetTypeStrategy,
    buckets: readonly Bucket[],
  ): AsyncGenerator<Rollup[]> {
    const ordered = [...buckets].sort();
    for (let at = 0; at < ordered.length; at += BATCH) {
      yield this.batch(rowSet, type, ordered.slice(at, at + BATCH));
    }
  }

  private async batch(
    rowSet: RowSetKey,
    type: SheetTypeStrategy,
    buckets: readonly Bucket[],
  ): Promise<Rollup[]> {
    const { measures } = type;
    const fields = groupFieldsOf(type);
    const accumulators = new Map(
      buckets.map((bucket) => [bucket, new RollupAccumulator(bucket, measures, fields)]),
    );
    const key = {
      bucket: '$facts.bucket',
      ...Object.fromEntries(fields.map((field) => [field, `$data.${field}`])),
    };
    const groups = this.rows.aggregate<GroupedRows>(
      rowSet,
      { 'facts.bucket': { $in: buckets } },
      [groupStage(key, measures)],
      DEADLINE_MS,
    );
    for await (const group of groups) {
      const accumulator = accumulators.get(group._id.bucket as Bucket);
      accumulator?.add(group._id, sumsOf(group, measures), group.first_at, group.last_at);
    }
    return [...accumulators.values()].map((accumulator) => accumulator.finish());
  }
}
