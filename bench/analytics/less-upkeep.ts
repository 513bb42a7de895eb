import 'reflect-metadata';
import { AnalyticsSyncObserver } from '../../src/analytics/rollups/analytics-sync-observer.service';
import { type SyncSessionObserver } from '../../src/sheet-crawler';
import { ONLY_FACTS, UNWATCHED } from './owners';

/**
 * Loaded into a worker before Tributary: for some owners it leaves out what syncs do for analytics, and
 * for all others it does all of it. So both are measured in the same process, by turns.
 */
const { prototype } = AnalyticsSyncObserver;
const original = Object.create(
  null,
  Object.getOwnPropertyDescriptors(prototype),
) as AnalyticsSyncObserver;

prototype.open = async function (pass) {
  const { user_id } = pass.connection;
  if (user_id === UNWATCHED) return IDLE;
  const watching = await original.open.call(this, pass);
  return user_id === ONLY_FACTS && watching ? new FactWatch(watching) : watching;
};

const nothing = (): Promise<void> => Promise.resolve();
const IDLE: SyncSessionObserver = {
  beforeUpsert: () => Promise.resolve([]),
  beforeMove: nothing,
  beforeDelete: nothing,
  commit: nothing,
  abort: nothing,
};

/** Says what is to be stored beside rows, and adds nothing up. */
class FactWatch implements SyncSessionObserver {
  readonly beforeMove = nothing;
  readonly beforeDelete = nothing;
  readonly commit = nothing;
  readonly abort = nothing;

  constructor(private readonly watching: SyncSessionObserver) {}

  beforeUpsert(
    rows: Parameters<SyncSessionObserver['beforeUpsert']>[0],
  ): ReturnType<SyncSessionObserver['beforeUpsert']> {
    return this.watching.beforeUpsert(rows);
  }
}
