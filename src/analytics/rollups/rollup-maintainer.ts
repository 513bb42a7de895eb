import { type Fence } from '@tributary/pipeline';
import {
  type ObservedSession,
  type RowSetKey,
  type SheetRowQueryRepository,
  type SyncSessionObserver,
} from '../../sheet-crawler';
import { type AnalyticsResponseCache } from '../cache/analytics-response-cache';
import { type Bucket } from '../metrics/bucket';
import { MetricReader } from '../metrics/metric-reader';
import { METRICS_VERSION, type RowMetrics } from '../metrics/row-metrics';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { type RollupRepository } from './rollup.repository';
import { type AnalyticsSnapshotRepository } from '../snapshot/analytics-snapshot.repository';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { type RollupBuilderService } from './rollup-builder.service';

/** The collaborators of a {@link RollupMaintainer}. */
export interface RollupMaintainerTools {
  readonly rows: SheetRowQueryRepository;
  readonly snapshots: AnalyticsSnapshotRepository;
  readonly rollups: RollupRepository;
  readonly builder: RollupBuilderService;
  readonly cache: AnalyticsResponseCache;
}

/** With more touched buckets than this, all of them are rebuilt. */
const MOST_TOUCHED = 20_000;

/**
 * Keeps the roll-ups of a connection consistent during a sync session. The buckets of rows that are
 * about to change are remembered, and rebuilt from the rows at the end. A session that died has
 * left its run in the snapshot: its buckets are unknown, so all of them are rebuilt.
 */
export class RollupMaintainer implements SyncSessionObserver {
  private readonly reader: MetricReader;
  private readonly fence: Fence;
  private readonly rowSet: RowSetKey;
  private readonly touched = new Set<Bucket>();
  private all: boolean;
  private storedRows = 0;
  private isWriting = false;

  constructor(
    private readonly session: ObservedSession,
    private readonly type: SheetTypeStrategy,
    private snapshot: AnalyticsSnapshot,
    private readonly tools: RollupMaintainerTools,
  ) {
    this.reader = new MetricReader(type, session.texts, session.timeZone);
    this.fence = session.fence;
    this.rowSet = {
      connection_id: snapshot.connection_id,
      generation: session.connection.generation,
    };
    this.all =
      !snapshot.is_rolled_up ||
      snapshot.writing_run !== null ||
      snapshot.generation !== session.connection.generation;
  }

  async beforeUpsert(
    rows: Parameters<SyncSessionObserver['beforeUpsert']>[0],
  ): Promise<RowMetrics[]> {
    if (rows.length === 0) return [];
    await this.touchRows(rows.map(({ row_id }) => row_id));
    this.storedRows += rows.length;
    return rows.map(({ row_id, data }) => {
      const metrics = this.reader.read(row_id, data);
      this.touch(metrics.bucket);
      return metrics;
    });
  }

  async beforeMove(): Promise<void> {
    await this.beginWriting();
  }

  async beforeDelete(rowIds: readonly number[]): Promise<void> {
    if (rowIds.length > 0) await this.touchRows(rowIds);
  }

  async commit(): Promise<void> {
    const as_of = this.session.readAt;
    if (this.isWriting || this.all) await this.rebuild({ as_of });
    else await this.tools.snapshots.change(this.fence, this.rowSet.connection_id, { as_of });
  }

  async abort(): Promise<void> {
    if (this.isWriting || this.all) await this.rebuild({});
  }

  /** Rebuilds the touched buckets and publishes them, with what else changed in the snapshot. */
  private async rebuild(known: Partial<Pick<AnalyticsSnapshot, 'as_of'>>): Promise<void> {
    const rollupVersion = this.snapshot.edition + 1;
    await this.tools.rollups.deleteAfter(this.fence, this.snapshot);
    if (!this.all) {
      await this.rollUp(rollupVersion, [...this.touched]);
      if (!(await this.countsMatch(rollupVersion))) this.all = true;
    }
    if (this.all) await this.rollUp(rollupVersion, await this.allBuckets());
    await this.publish(rollupVersion, known);
  }

  /** Readers see all changes at once. */
  private async publish(
    rollupVersion: number,
    known: Partial<Pick<AnalyticsSnapshot, 'as_of'>>,
  ): Promise<void> {
    const { connection_id, generation } = this.rowSet;
    const { snapshots, rollups, cache } = this.tools;
    const changes = {
      generation,
      sheet_type: this.type.kind,
      facts_edition: METRICS_VERSION,
      time_zone: this.session.timeZone,
      edition: rollupVersion,
      ...(this.all ? { base_edition: rollupVersion } : {}),
      is_rolled_up: true,
      writing_run: null,
      ...known,
    };
    await snapshots.change(this.fence, connection_id, changes, true);
    this.snapshot = (await snapshots.find(connection_id)) ?? { ...this.snapshot, ...changes };
    await cache.drop(connection_id, this.snapshot.version);
    const replaced = this.all ? null : [...this.touched];
    await rollups.deleteBefore(this.fence, connection_id, rollupVersion, replaced);
    this.touched.clear();
    this.all = false;
    this.isWriting = false;
  }

  private async rollUp(rollupVersion: number, buckets: readonly Bucket[]): Promise<void> {
    const { builder, rollups } = this.tools;
    for await (const some of builder.build(this.rowSet, this.type, buckets)) {
      await rollups.keep(this.fence, this.rowSet.connection_id, rollupVersion, some);
    }
  }

  /** Whether the roll-ups cover as many rows as are stored. */
  private async countsMatch(rollupVersion: number): Promise<boolean> {
    const [rolledUp, stored] = await Promise.all([
      this.tools.rollups.countRows({ ...this.snapshot, edition: rollupVersion }),
      this.tools.rows.count(this.rowSet, {}),
    ]);
    return rolledUp === stored;
  }

  /** The touched ones, if all stored rows were stored in this session. */
  private async allBuckets(): Promise<readonly Bucket[]> {
    const { rows, builder } = this.tools;
    const isAll =
      this.touched.size < MOST_TOUCHED && this.storedRows === (await rows.count(this.rowSet, {}));
    return isAll ? [...this.touched] : builder.buckets(this.rowSet);
  }

  private async touchRows(rowIds: readonly number[]): Promise<void> {
    await this.beginWriting();
    if (this.all) return;
    const before = await this.tools.rows.distinctMetric(this.rowSet, rowIds, 'bucket');
    for (const bucket of before) this.touch(bucket as Bucket);
  }

  private touch(bucket: Bucket): void {
    if (this.touched.size < MOST_TOUCHED) this.touched.add(bucket);
    else this.all = true;
  }

  /** Marks the snapshot: if the run dies from here on, the roll-ups are known to be incomplete. */
  private async beginWriting(): Promise<void> {
    if (this.isWriting) return;
    const { connection_id } = this.rowSet;
    await this.tools.snapshots.change(this.fence, connection_id, {
      writing_run: this.session.runId,
    });
    this.isWriting = true;
  }
}
