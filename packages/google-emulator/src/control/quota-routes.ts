import { QUOTA_METRICS } from '../http/api-services';
import { AdminBody } from './admin-body';
import { AdminError, type AdminRoute } from './admin-route';
import { type QuotaLimit, type QuotaLimits, type Quotas } from './quotas';

/** How quotas are set from another process. */
export function quotaRoutes(quotas: Quotas): readonly AdminRoute[] {
  const shown = (): unknown => ({
    window: quotas.windowKind,
    count_refused: quotas.countRefused,
    limits: Object.fromEntries(
      QUOTA_METRICS.map((metric) => {
        const { perUser, perProject } = quotas.limitsOf(metric);
        return [metric, { per_user: perUser, per_project: perProject }];
      }),
    ),
  });
  return [
    {
      method: 'GET',
      path: /^\/quotas$/,
      doc: 'The limits a minute of each metric, and how they are counted.',
      handle: shown,
    },
    {
      method: 'PUT',
      path: /^\/quotas$/,
      doc: 'Sets them: {limits: {"sheets.read": {per_user?, per_project?}}, window?: "sliding" | "fixed", count_refused?}; a limit is a number or "unlimited", and limits: "unlimited" switches all off.',
      handle: ({ body }) => {
        change(quotas, new AdminBody(body, ['limits', 'window', 'count_refused']));
        return shown();
      },
    },
    {
      method: 'DELETE',
      path: /^\/quotas$/,
      doc: 'Back to the limits of Google, with nothing used.',
      handle: () => {
        quotas.reset();
        return shown();
      },
    },
    {
      method: 'DELETE',
      path: /^\/quotas\/usage$/,
      doc: 'Forgets what was used.',
      handle: () => quotas.clearUsage(),
    },
  ];
}

function change(quotas: Quotas, given: AdminBody): void {
  const window = given.oneOf('window', ['sliding', 'fixed'] as const);
  const countRefused = given.flag('count_refused');
  const limits = given.raw('limits');
  if (limits === 'unlimited') quotas.switchOff();
  else if (limits !== undefined) changeLimits(quotas, limits);
  if (window !== undefined) quotas.windowKind = window;
  if (countRefused !== undefined) quotas.countRefused = countRefused;
}

function changeLimits(quotas: Quotas, limits: unknown): void {
  const metrics = new AdminBody(limits, QUOTA_METRICS);
  const changes = QUOTA_METRICS.filter((metric) => metrics.raw(metric) !== undefined).map(
    (metric) => [metric, readLimits(metrics.raw(metric))] as const,
  );
  for (const [metric, change] of changes) quotas.set(metric, change);
}

function readLimits(value: unknown): Partial<QuotaLimits> {
  const given = new AdminBody(value, ['per_user', 'per_project']);
  const perUser = readLimit(given.raw('per_user'));
  const perProject = readLimit(given.raw('per_project'));
  return {
    ...(perUser === undefined ? {} : { perUser }),
    ...(perProject === undefined ? {} : { perProject }),
  };
}

function readLimit(value: unknown): QuotaLimit | undefined {
  if (value === undefined || value === 'unlimited') return value;
  if (typeof value === 'number' && value >= 0) return value;
  throw new AdminError(
    `A limit is a number from 0 on or "unlimited", not ${JSON.stringify(value)}`,
  );
}
