import { type ObservedSession, type SyncSessionObserver } from '../../sheet-crawler';
import { MetricReader } from '../metrics/metric-reader';
import { type RowMetrics } from '../metrics/row-metrics';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import {
  type ReadState,
  type RollupTarget,
  type RollupWriterService,
} from './rollup-writer.service';
import { TouchedBuckets } from './touched-buckets';

/**
 * Keeps the roll-ups of a connection consistent during a sync session. The buckets of rows that are
 * about to change are remembered, and rebuilt from the rows at the end. A session that died has
 * left its run in the snapshot: its buckets are unknown, so all of them are rebuilt.
 */
export class RollupMaintainer implements SyncSessionObserver {
  private readonly reader: MetricReader;
  private readonly target: RollupTarget;
  private touched: TouchedBuckets;
  private isWriting = false;

  constructor(
    private readonly session: ObservedSession,
    type: SheetTypeStrategy,
    private snapshot: AnalyticsSnapshot,
    private readonly writer: RollupWriterService,
  ) {
    const { connection, fence, texts, timeZone } = session;
    const { connection_id, is_rolled_up, writing_run } = snapshot;
    const { generation } = connection;
    this.reader = new MetricReader(type, texts, timeZone);
    this.target = { fence, rowSet: { connection_id, generation }, type, timeZone };
    this.touched = new TouchedBuckets(
      !is_rolled_up || writing_run !== null || snapshot.generation !== generation,
    );
  }

  async beforeUpsert(
    rows: Parameters<SyncSessionObserver['beforeUpsert']>[0],
  ): Promise<RowMetrics[]> {
    if (rows.length === 0) return [];
    await this.touchRows(rows.map(({ row_id }) => row_id));
    this.touched.countStored(rows.length);
    return rows.map(({ row_id, data }) => {
      const metrics = this.reader.read(row_id, data);
      this.touched.add(metrics.bucket);
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
    const read = { as_of: this.session.readAt };
    if (this.isChanged) await this.rebuild(read);
    else await this.writer.confirm(this.target, read);
  }

  async abort(): Promise<void> {
    if (this.isChanged) await this.rebuild({});
  }

  private get isChanged(): boolean {
    return this.isWriting || this.touched.all;
  }

  private async rebuild(read: ReadState): Promise<void> {
    this.snapshot = await this.writer.rebuild(this.target, this.snapshot, this.touched, read);
    this.touched = new TouchedBuckets(false);
    this.isWriting = false;
  }

  private async touchRows(rowIds: readonly number[]): Promise<void> {
    await this.beginWriting();
    if (this.touched.all) return;
    for (const bucket of await this.writer.bucketsOf(this.target, rowIds)) this.touched.add(bucket);
  }

  private async beginWriting(): Promise<void> {
    if (this.isWriting) return;
    await this.writer.begin(this.target, this.session.runId);
    this.isWriting = true;
  }
}
