import 'reflect-metadata';
import { AnalyticsRowWatcherService } from '../../src/analytics/row-watcher.service';
import { type RowWatch } from '../../src/sheet-crawler/row-watcher.service';
import { ONLY_FACTS, UNWATCHED } from './owners';

/**
 * Loaded into a worker before Tributary: for some owners it leaves out what syncs do for analytics, and
 * for all others it does all of it. So both are measured in the same process, by turns.
 */
const { prototype } = AnalyticsRowWatcherService;
const original = Object.create(
  null,
  Object.getOwnPropertyDescriptors(prototype),
) as AnalyticsRowWatcherService;

prototype.fits = async function (connection) {
  return connection.user_id === UNWATCHED || original.fits.call(this, connection);
};

prototype.watch = async function (pass) {
  const { user_id } = pass.connection;
  if (user_id === UNWATCHED) return IDLE;
  const watching = await original.watch.call(this, pass);
  return user_id === ONLY_FACTS && watching ? new FactWatch(watching) : watching;
};

const nothing = (): Promise<void> => Promise.resolve();
const IDLE: RowWatch = {
  storing: () => Promise.resolve([]),
  moving: nothing,
  deleting: nothing,
  settle: nothing,
};

/** Says what is to be stored beside rows, and adds nothing up. */
class FactWatch implements RowWatch {
  readonly moving = nothing;
  readonly deleting = nothing;
  readonly settle = nothing;

  constructor(private readonly watching: RowWatch) {}

  storing(rows: Parameters<RowWatch['storing']>[0]): ReturnType<RowWatch['storing']> {
    return this.watching.storing(rows);
  }
}
