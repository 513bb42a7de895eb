import { Injectable } from '@nestjs/common';
import { CacheConnection, SnapshotCache } from '@tributary/query-cache';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { CACHE_NAMESPACE } from './cache-namespace';

/** Snapshots of connections, for a few seconds. */
@Injectable()
export class AnalyticsSnapshotCache extends SnapshotCache<AnalyticsSnapshot> {
  constructor(connection: CacheConnection) {
    super(connection, CACHE_NAMESPACE, readSnapshot);
  }
}

function readSnapshot(stored: unknown, connectionId: string): AnalyticsSnapshot | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const snapshot = stored as AnalyticsSnapshot;
  const as_of = snapshot.as_of === null ? null : new Date(snapshot.as_of);
  const isWhole = FIELDS.every(([name, type]) => typeof snapshot[name] === type);
  if (!isWhole || Number.isNaN(as_of?.getTime())) return undefined;
  return snapshot.connection_id === connectionId ? { ...snapshot, as_of } : undefined;
}

const FIELDS = [
  ['connection_id', 'string'],
  ['user_id', 'string'],
  ['generation', 'number'],
  ['sheet_type', 'string'],
  ['facts_edition', 'number'],
  ['time_zone', 'string'],
  ['version', 'number'],
  ['edition', 'number'],
  ['base_edition', 'number'],
  ['is_rolled_up', 'boolean'],
] as const satisfies readonly (readonly [keyof AnalyticsSnapshot, string])[];
