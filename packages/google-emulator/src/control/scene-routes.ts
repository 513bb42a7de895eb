import { DEFAULT_TOKEN_SECONDS, type ServiceAccounts } from '../auth/service-accounts';
import { type FileStore } from '../files/file-store';
import { API_NAMES } from '../http/api-services';
import { AdminBody } from './admin-body';
import { AdminError, type AdminRoute } from './admin-route';
import { type EmulatorClock } from './emulator-clock';
import { type Faults } from './faults';
import { type Latency, type LatencyMs } from './latency';
import { type Quotas } from './quotas';
import { type RequestLog } from './request-log';

/** What makes up a scene, apart from the data. */
export interface Scene {
  readonly clock: EmulatorClock;
  readonly quotas: Quotas;
  readonly faults: Faults;
  readonly latency: Latency;
  readonly log: RequestLog;
  readonly files: FileStore;
  readonly accounts: ServiceAccounts;
}

/** How the clock and the latency are set, and everything put back. */
export function sceneRoutes(scene: Scene): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/health$/,
      doc: 'Whether the emulator is up.',
      handle: () => ({ status: 'ok' }),
    },
    ...clockRoutes(scene.clock),
    ...latencyRoutes(scene.latency),
    {
      method: 'POST',
      path: /^\/reset$/,
      doc: 'Clock, quotas, faults, latency, lag, token lifetime and log as at the start; data and accounts stay.',
      handle: () => resetScene(scene),
    },
  ];
}

/** Puts everything but data and accounts back to how it is at the start. */
export function resetScene(scene: Scene): void {
  const { clock, quotas, faults, latency, log, files, accounts } = scene;
  clock.reset();
  quotas.reset();
  faults.clear();
  latency.clear();
  log.clear();
  files.lagMs = 0;
  accounts.tokenLifetimeSeconds = DEFAULT_TOKEN_SECONDS;
}

function clockRoutes(clock: EmulatorClock): AdminRoute[] {
  const shown = (): unknown => ({ now: new Date(clock.now()).toISOString() });
  return [
    {
      method: 'GET',
      path: /^\/clock$/,
      doc: "The emulator's time.",
      handle: shown,
    },
    {
      method: 'POST',
      path: /^\/clock$/,
      doc: 'Moves time: {advance_ms}, or {set} to an ISO time or milliseconds since 1970.',
      handle: ({ body }) => {
        const given = new AdminBody(body, ['advance_ms', 'set']);
        const advance = given.number('advance_ms');
        const set = moment(given.raw('set'));
        if ((advance === undefined) === (set === undefined)) {
          throw new AdminError('Give either advance_ms or set');
        }
        if (set !== undefined) clock.set(set);
        if (advance !== undefined) clock.advance(advance);
        return shown();
      },
    },
  ];
}

function moment(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof time === 'number' && Number.isFinite(time)) return time;
  throw new AdminError('set is an ISO time such as 2026-01-31T08:00:00Z, or milliseconds');
}

function latencyRoutes(latency: Latency): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/latency$/,
      doc: 'How slow each API is.',
      handle: () => latency.settings,
    },
    {
      method: 'PUT',
      path: /^\/latency$/,
      doc: 'Makes APIs slow: {ms} or {min_ms, max_ms}, for one {api} or for all.',
      handle: ({ body }) => {
        const given = new AdminBody(body, ['ms', 'min_ms', 'max_ms', 'api']);
        latency.set(readLatency(given), given.oneOf('api', API_NAMES));
        return latency.settings;
      },
    },
    {
      method: 'DELETE',
      path: /^\/latency$/,
      doc: 'No API is slow any more.',
      handle: () => latency.clear(),
    },
  ];
}

function readLatency(given: AdminBody): LatencyMs {
  const ms = given.number('ms');
  if (ms !== undefined) return ms;
  const min = given.number('min_ms');
  const max = given.number('max_ms');
  if (min === undefined || max === undefined) throw new AdminError('Give ms, or min_ms and max_ms');
  return { min, max };
}
