import { Injectable } from '@nestjs/common';
import { type Fence } from '@tributary/pipeline';
import { type RowSetKey, SheetRowQueryRepository } from '../../sheet-crawler';
import { AnalyticsResponseCache } from '../cache/analytics-response-cache';
import { type Bucket } from '../metrics/bucket';
import { METRICS_VERSION } from '../metrics/row-metrics';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { AnalyticsSnapshotRepository } from '../snapshot/analytics-snapshot.repository';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { RollupRepository } from './rollup.repository';
import { RollupBuilderService } from './rollup-builder.service';
import { type TouchedBuckets } from './touched-buckets';

/** The rows of a connection, and the right of a run to write their roll-ups. */
export interface RollupTarget {
  readonly fence: Fence;
  readonly rowSet: RowSetKey;
  readonly type: SheetTypeStrategy;
  readonly timeZone: string;
}

/** What else changes in the snapshot when roll-ups are published. */
export type ReadState = Partial<Pick<AnalyticsSnapshot, 'as_of'>>;

/** Writes the roll-ups of a connection under the fence of a run, and publishes them. */
@Injectable()
export class RollupWriterService {
  constructor(
    private readonly rows: SheetRowQueryRepository,
    private readonly snapshots: AnalyticsSnapshotRepository,
    private readonly rollups: RollupRepository,
    private readonly builder: RollupBuilderService,
    private readonly cache: AnalyticsResponseCache,
  ) {}

  /** Marks the snapshot: if the run dies from here on, the roll-ups are known to be incomplete. */
  async begin({ fence, rowSet }: RollupTarget, runId: string): Promise<void> {
    await this.snapshots.change(fence, rowSet.connection_id, { writing_run: runId });
  }

  /** The buckets that rows are in now. */
  async bucketsOf({ rowSet }: RollupTarget, rowIds: readonly number[]): Promise<Bucket[]> {
    return (await this.rows.distinctMetric(rowSet, rowIds, 'bucket')) as Bucket[];
  }

  /** Records when unchanged rows were read. */
  async confirm({ fence, rowSet }: RollupTarget, read: ReadState): Promise<void> {
    await this.snapshots.change(fence, rowSet.connection_id, read);
  }

  /** Rebuilds the touched buckets and publishes them; returns the new snapshot. */
  async rebuild(
    target: RollupTarget,
    snapshot: AnalyticsSnapshot,
    touched: TouchedBuckets,
    read: ReadState,
  ): Promise<AnalyticsSnapshot> {
    const rebuilt = { ...snapshot, edition: snapshot.edition + 1 };
    await this.rollups.deleteAfter(target.fence, snapshot);
    const replaced = (await this.rollUpTouched(target, rebuilt, touched)) ? touched.buckets : null;
    if (!replaced) await this.rollUp(target, rebuilt, await this.allBuckets(target, touched));
    return this.publish(target, rebuilt, replaced, read);
  }

  /** False when that does not suffice: the roll-ups cover another number of rows than are stored. */
  private async rollUpTouched(
    target: RollupTarget,
    rebuilt: AnalyticsSnapshot,
    touched: TouchedBuckets,
  ): Promise<boolean> {
    if (touched.all) return false;
    await this.rollUp(target, rebuilt, touched.buckets);
    const [rolledUp, stored] = await Promise.all([
      this.rollups.countRows(rebuilt),
      this.rows.count(target.rowSet, {}),
    ]);
    return rolledUp === stored;
  }

  private async allBuckets(
    { rowSet }: RollupTarget,
    touched: TouchedBuckets,
  ): Promise<readonly Bucket[]> {
    const isComplete = touched.isComplete(await this.rows.count(rowSet, {}));
    return isComplete ? touched.buckets : this.builder.buckets(rowSet);
  }

  private async rollUp(
    { fence, rowSet, type }: RollupTarget,
    { edition }: AnalyticsSnapshot,
    buckets: readonly Bucket[],
  ): Promise<void> {
    for await (const some of this.builder.build(rowSet, type, buckets)) {
      await this.rollups.keep(fence, rowSet.connection_id, edition, some);
    }
  }

  /** Readers see all changes at once. Deletes what was replaced: some buckets, or with null all. */
  private async publish(
    { fence, rowSet, type, timeZone }: RollupTarget,
    rebuilt: AnalyticsSnapshot,
    replaced: readonly Bucket[] | null,
    read: ReadState,
  ): Promise<AnalyticsSnapshot> {
    const { connection_id, generation } = rowSet;
    const { edition } = rebuilt;
    const changes = {
      generation,
      sheet_type: type.kind,
      facts_edition: METRICS_VERSION,
      time_zone: timeZone,
      edition,
      ...(replaced ? {} : { base_edition: edition }),
      is_rolled_up: true,
      writing_run: null,
      ...read,
    };
    await this.snapshots.change(fence, connection_id, changes, true);
    const published = (await this.snapshots.find(connection_id)) ?? { ...rebuilt, ...changes };
    await this.cache.drop(connection_id, published.version);
    await this.rollups.deleteBefore(fence, connection_id, edition, replaced);
    return published;
  }
}
