import { type Principal } from '../auth/principal';
import { type QuotaMetric } from '../http/route';
import { type EmulatorClock } from './emulator-clock';
import { FixedWindow, SlidingWindow, type UsageWindow, WINDOW_MS } from './usage-window';

/** How much a minute allows. */
export type QuotaLimit = number | 'unlimited';

/** The limits of one metric. */
export interface QuotaLimits {
  readonly perUser: QuotaLimit;
  readonly perProject: QuotaLimit;
}

/** Which limit refused a request. */
export interface QuotaRefusal {
  readonly metric: QuotaMetric;
  readonly level: 'user' | 'project';
  readonly limit: number;
  readonly projectNumber: string;
}

/** Sliding over the last 60 s, which is the strictest, or counted anew every minute. */
export type WindowKind = 'sliding' | 'fixed';

/** What Google grants a new project. */
export const DEFAULT_LIMITS: Readonly<Record<QuotaMetric, QuotaLimits>> = {
  'sheets.read': { perUser: 60, perProject: 300 },
  'sheets.write': { perUser: 60, perProject: 300 },
  drive: { perUser: 325_000, perProject: 1_000_000 },
  accountManagement: { perUser: 'unlimited', perProject: 300 },
  businessInformation: { perUser: 'unlimited', perProject: 300 },
  reviews: { perUser: 'unlimited', perProject: 300 },
};

const MANY_WINDOWS = 1000;

/** Counts what callers use of each quota and refuses what is too much. */
export class Quotas {
  /** Whether a refused request uses quota as well. Nobody knows what Google does. */
  countRefused = false;
  /** How long a window is from now on: a test need not wait for a minute. */
  windowMs = WINDOW_MS;
  private limits: Record<QuotaMetric, QuotaLimits> = { ...DEFAULT_LIMITS };
  private kind: WindowKind = 'sliding';
  private readonly windows = new Map<string, UsageWindow>();

  constructor(private readonly clock: EmulatorClock) {}

  /** Sets limits of a metric; what is left out stays. */
  set(metric: QuotaMetric, limits: Partial<QuotaLimits>): void {
    for (const limit of Object.values(limits)) {
      if (limit !== 'unlimited' && !(limit >= 0)) {
        throw new Error(`A limit is a number from 0 on or 'unlimited', not ${String(limit)}`);
      }
    }
    this.limits[metric] = { ...this.limits[metric], ...limits };
  }

  /** Nothing is refused any more, whatever the metric. */
  switchOff(): void {
    for (const metric of Object.keys(this.limits) as QuotaMetric[]) {
      this.set(metric, { perUser: 'unlimited', perProject: 'unlimited' });
    }
  }

  /** A project that Google has not approved: every request is refused with a limit of 0. */
  forbid(metric: QuotaMetric): void {
    this.set(metric, { perUser: 'unlimited', perProject: 0 });
  }

  /** How windows are counted; what was used so far is forgotten. */
  get windowKind(): WindowKind {
    return this.kind;
  }

  set windowKind(kind: WindowKind) {
    this.kind = kind;
    this.windows.clear();
  }

  /** The limits of a metric. */
  limitsOf(metric: QuotaMetric): QuotaLimits {
    return this.limits[metric];
  }

  /** All limits, for the admin paths. */
  all(): Readonly<Record<QuotaMetric, QuotaLimits>> {
    return { ...this.limits };
  }

  /** Forgets what was used. */
  clearUsage(): void {
    this.windows.clear();
  }

  /** Back to Google's limits with nothing used. */
  reset(): void {
    this.limits = { ...DEFAULT_LIMITS };
    this.kind = 'sliding';
    this.countRefused = false;
    this.windowMs = WINDOW_MS;
    this.windows.clear();
  }

  /** Uses quota for a request, unless a limit refuses it. */
  take(metric: QuotaMetric, caller: Principal, cost: number): QuotaRefusal | undefined {
    const now = this.kind === 'sliding' ? this.clock.monotonic() : this.clock.now();
    const { perUser, perProject } = this.limits[metric];
    const { projectNumber } = caller;
    const levels = [
      { level: 'user', limit: perUser, key: `${metric} ${projectNumber} ${caller.email}` },
      { level: 'project', limit: perProject, key: `${metric} ${projectNumber}` },
    ] as const;
    const counted = levels.flatMap(({ level, limit, key }) =>
      limit === 'unlimited' ? [] : [{ level, limit, window: this.windowOf(key, now) }],
    );
    const refusing = counted.find(({ limit, window }) => window.used(now) + cost > limit);
    if (!refusing || this.countRefused) {
      for (const { window } of counted) window.add(now, cost);
    }
    if (!refusing) return undefined;
    return { metric, level: refusing.level, limit: refusing.limit, projectNumber };
  }

  private windowOf(key: string, now: number): UsageWindow {
    const known = this.windows.get(key);
    if (known) return known;
    if (this.windows.size >= MANY_WINDOWS) this.dropIdle(now);
    const window =
      this.kind === 'sliding' ? new SlidingWindow(this.windowMs) : new FixedWindow(this.windowMs);
    this.windows.set(key, window);
    return window;
  }

  private dropIdle(now: number): void {
    for (const [key, window] of this.windows) {
      if (window.used(now) === 0) this.windows.delete(key);
    }
  }
}
