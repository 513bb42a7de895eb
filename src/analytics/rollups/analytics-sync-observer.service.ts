import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import {
  type ObservedSession,
  type SheetConnection,
  SheetRowQueryRepository,
  SyncObserver,
  type SyncSessionObserver,
} from '../../sheet-crawler';
import { AnalyticsResponseCache } from '../cache/analytics-response-cache';
import { METRICS_VERSION } from '../metrics/row-metrics';
import { RollupRepository } from './rollup.repository';
import { RollupMaintainer } from './rollup-maintainer';
import { RollupWriterService } from './rollup-writer.service';
import { AnalyticsSnapshotRepository } from '../snapshot/analytics-snapshot.repository';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { SheetTypes } from '../sheet-types/sheet-types';

/** Keeps the roll-ups and snapshots of analytics consistent with the rows of sheets. */
@Injectable()
export class AnalyticsSyncObserver extends SyncObserver {
  constructor(
    private readonly types: SheetTypes,
    private readonly rows: SheetRowQueryRepository,
    private readonly snapshots: AnalyticsSnapshotRepository,
    private readonly rollups: RollupRepository,
    private readonly writer: RollupWriterService,
    private readonly cache: AnalyticsResponseCache,
  ) {
    super();
  }

  async open(session: ObservedSession): Promise<SyncSessionObserver | undefined> {
    const { connection, fence, timeZone } = session;
    const type = this.types.of(this.types.typeOf(connection));
    if (!(await this.hasMetricsOf(connection, type))) return undefined;
    const snapshot = await this.snapshots.take(fence, {
      connection_id: connection.id,
      user_id: connection.user_id,
      generation: connection.generation,
      sheet_type: type.kind,
      facts_edition: METRICS_VERSION,
      time_zone: timeZone,
    });
    // The dates of stored rows were read in the old time zone of the spreadsheet.
    const isElsewhere =
      snapshot.generation === connection.generation && snapshot.time_zone !== timeZone;
    if (isElsewhere) return undefined;
    return new RollupMaintainer(session, type, snapshot, this.writer);
  }

  async ended(connectionId: string, runId: string): Promise<void> {
    await this.dropAt(connectionId, await this.snapshots.abandon(connectionId, runId));
    const snapshot = await this.snapshots.find(connectionId);
    // After the event of completion, no response may be older than the sync: when the cache cannot
    // confirm that, the delivery is retried.
    if (snapshot && !(await this.cache.confirm(connectionId, snapshot.version))) {
      throw new DomainError('DEPENDENCY_UNAVAILABLE');
    }
  }

  async changed(connectionId: string): Promise<void> {
    await this.dropAt(connectionId, await this.snapshots.touch(connectionId));
  }

  async deleted(connectionId: string): Promise<void> {
    await this.snapshots.delete(connectionId);
    await this.cache.drop(connectionId, Number.MAX_SAFE_INTEGER);
    await this.rollups.deleteAll(connectionId);
  }

  private async dropAt(connectionId: string, version: number | undefined): Promise<void> {
    if (version !== undefined) await this.cache.drop(connectionId, version);
  }

  /** Whether the stored rows have the metrics that this version reads for the type of the sheet. */
  private async hasMetricsOf(
    { id: connection_id, generation }: SheetConnection,
    type: SheetTypeStrategy,
  ): Promise<boolean> {
    const snapshot = await this.snapshots.find(connection_id);
    // Rows without a snapshot are older than analytics.
    if (!snapshot) return !(await this.rows.exists({ connection_id, generation }));
    if (snapshot.generation !== generation) return true;
    return snapshot.facts_edition === METRICS_VERSION && snapshot.sheet_type === type.kind;
  }
}
