import { API_NAMES, QUOTA_METRICS } from '../http/api-services';
import { AdminBody } from './admin-body';
import { type AdminRoute } from './admin-route';
import { type LogEntry, type LogFilter, type RequestLog } from './request-log';

const FILTERS = ['api', 'route', 'account', 'status', 'metric', 'method', 'path', 'since'] as const;
const DEFAULT_LIMIT = 100;

/** How the log is read from another process. */
export function logRoutes(log: RequestLog): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/log$/,
      doc: `The last requests, oldest first; ?limit (${DEFAULT_LIMIT}) and filters ${FILTERS.join(', ')} (path is a regular expression, since a sequence).`,
      handle: ({ query }) => {
        const given = readQuery(query, ['limit', ...FILTERS]);
        const entries = log.entries(readFilter(given));
        const limit = given.number('limit') ?? DEFAULT_LIMIT;
        return {
          total: entries.length,
          entries: (limit > 0 ? entries.slice(-limit) : []).map(described),
        };
      },
    },
    {
      method: 'GET',
      path: /^\/log\/busiest$/,
      doc: 'The most cost within any window of ?window_ms (60000); filters as for the log.',
      handle: ({ query }) => {
        const given = readQuery(query, ['window_ms', ...FILTERS]);
        const windowMs = given.number('window_ms') ?? 60_000;
        return { window_ms: windowMs, cost: log.busiest(windowMs, readFilter(given)) };
      },
    },
    {
      method: 'DELETE',
      path: /^\/log$/,
      doc: 'Forgets all requests.',
      handle: () => log.clear(),
    },
  ];
}

function readQuery(query: URLSearchParams, known: readonly string[]): AdminBody {
  const numbers = ['limit', 'window_ms', 'status', 'since'];
  const fields = [...query].map(([name, value]) => [
    name,
    // What is no number stays a text, and is refused with a sentence that shows it.
    numbers.includes(name) && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value,
  ]);
  return new AdminBody(Object.fromEntries(fields), known);
}

function readFilter(given: AdminBody): LogFilter {
  const filter = {
    api: given.oneOf('api', API_NAMES),
    route: given.text('route'),
    account: given.text('account'),
    status: given.number('status'),
    metric: given.oneOf('metric', QUOTA_METRICS),
    method: given.text('method'),
    path: given.pattern('path'),
    since: given.number('since'),
  };
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function described(entry: LogEntry): Record<string, unknown> {
  const { time, arrivedAt, durationMs, responseBytes, ...rest } = entry;
  return {
    ...rest,
    time: new Date(time).toISOString(),
    arrived_at: arrivedAt,
    duration_ms: durationMs,
    response_bytes: responseBytes,
  };
}
