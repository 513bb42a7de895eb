import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type QueryContext, type QueryContextSource } from '@tributary/query-cache';
import {
  SheetConnectionService,
  SheetRowQueryRepository,
  SheetSyncService,
} from '../../sheet-crawler';
import { AnalyticsSnapshotCache } from '../cache/analytics-snapshot-cache';
import { METRICS_VERSION } from '../metrics/row-metrics';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { AnalyticsSnapshotRepository } from '../snapshot/analytics-snapshot.repository';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { SheetTypes } from '../sheet-types/sheet-types';

/** A connection as its owner sees it at one version of its data. */
export interface AnalyticsContext extends QueryContext {
  readonly snapshot: AnalyticsSnapshot;
  readonly type: SheetTypeStrategy;
}

const RETRY_AFTER_SECONDS = 5;
const NEVER_SYNCED = 0;

/** Loads what a query needs to know of a connection. */
@Injectable()
export class AnalyticsContextService implements QueryContextSource<AnalyticsContext> {
  constructor(
    private readonly snapshots: AnalyticsSnapshotRepository,
    private readonly cache: AnalyticsSnapshotCache,
    private readonly types: SheetTypes,
    private readonly rows: SheetRowQueryRepository,
    private readonly connections: SheetConnectionService,
    private readonly requests: SheetSyncService,
  ) {}

  /**
   * A user's connection; NOT_FOUND when there is none, or it is another's. It may be a few seconds
   * old when its change was not announced yet; with `now` it is current.
   */
  async open(userId: string, connectionId: string, now = false): Promise<AnalyticsContext> {
    const kept = now ? undefined : await this.cache.find(connectionId);
    const snapshot = kept ?? (await this.readSnapshot(userId, connectionId));
    if (snapshot?.user_id === userId && snapshot.facts_edition === METRICS_VERSION) {
      return contextOf(snapshot, this.types.of(snapshot.sheet_type));
    }
    return this.openWithoutSnapshot(userId, connectionId);
  }

  /** Whether a context is still current. */
  async isCurrent({ snapshot }: AnalyticsContext): Promise<boolean> {
    const now = await this.snapshots.find(snapshot.connection_id);
    return (now?.version ?? NEVER_SYNCED) === snapshot.version;
  }

  private async readSnapshot(
    userId: string,
    connectionId: string,
  ): Promise<AnalyticsSnapshot | undefined> {
    const snapshot = await this.snapshots.find(connectionId);
    // Behind it: a deletion marks the connection before it raises the version of the snapshot, so
    // that no snapshot of that version is kept.
    await this.connections.getOwned(userId, connectionId);
    // During the first sync, rows change without a new version.
    if (snapshot?.is_rolled_up) await this.cache.keep(connectionId, snapshot);
    return snapshot;
  }

  /** A connection that was never synced has no rows, unless they are older than snapshots. */
  private async openWithoutSnapshot(
    userId: string,
    connectionId: string,
  ): Promise<AnalyticsContext> {
    const connection = await this.connections.getOwned(userId, connectionId);
    const { generation } = connection;
    if (await this.rows.exists({ connection_id: connectionId, generation })) {
      await this.requests.request(connection);
      throw new DomainError('ANALYTICS_NOT_READY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const type = this.types.of(this.types.typeOf(connection));
    const snapshot: AnalyticsSnapshot = {
      connection_id: connectionId,
      user_id: userId,
      generation,
      sheet_type: type.kind,
      facts_edition: METRICS_VERSION,
      time_zone: 'UTC',
      version: NEVER_SYNCED,
      edition: 0,
      base_edition: 1,
      is_rolled_up: true,
      writing_run: null,
      as_of: null,
    };
    return contextOf(snapshot, type);
  }
}

function contextOf(snapshot: AnalyticsSnapshot, type: SheetTypeStrategy): AnalyticsContext {
  return {
    owner: snapshot.user_id,
    subject: snapshot.connection_id,
    version: snapshot.version,
    asOf: snapshot.as_of,
    // During the first sync, rows change without a new version.
    isCacheable: snapshot.is_rolled_up || snapshot.writing_run === null,
    snapshot,
    type,
  };
}
