import { type ApiName, type QuotaMetric } from '../http/route';

/** A request as the emulator saw it. What is not known yet, or does not apply, is left out. */
export interface LogEntry {
  /** Counted from 1, in the order of arrival. */
  readonly sequence: number;
  /** Milliseconds since 1970 by the emulator's clock. */
  readonly time: number;
  /** When it arrived by `performance.now()`. */
  readonly arrivedAt: number;
  api?: ApiName;
  /** As Google names the method. */
  route?: string;
  readonly method: string;
  readonly path: string;
  /** Parameters that were sent more than once are lists. */
  readonly query: Readonly<Record<string, string | string[]>>;
  account?: string;
  status?: number;
  metric?: QuotaMetric;
  /** What it takes of the quota, also when the quota refused it. */
  cost?: number;
  /** The kind of fault that it met. */
  fault?: string;
  durationMs?: number;
  /** Bytes of the body on the wire. */
  responseBytes?: number;
}

/** Which entries are meant; all that is given has to fit. */
export interface LogFilter {
  readonly api?: ApiName;
  readonly route?: string;
  readonly account?: string;
  readonly status?: number;
  readonly metric?: QuotaMetric;
  readonly method?: string;
  readonly path?: string | RegExp;
  /** Only entries with a higher sequence. */
  readonly since?: number;
}

const DEFAULT_CAPACITY = 100_000;

/** The requests that arrived, the oldest of which are forgotten when there are too many. */
export class RequestLog {
  private kept: LogEntry[] = [];
  private sequence = 0;

  constructor(private readonly capacity = DEFAULT_CAPACITY) {}

  /** Writes a request down; the entry is completed while it is handled. */
  add(entry: Omit<LogEntry, 'sequence'>): LogEntry {
    const added: LogEntry = { sequence: ++this.sequence, ...entry };
    this.kept.push(added);
    // Dropping in blocks keeps the cost of an entry constant.
    if (this.kept.length >= 2 * this.capacity) this.kept = this.kept.slice(-this.capacity);
    return added;
  }

  /** The entries that fit a filter, oldest first. */
  entries(filter: LogFilter = {}): LogEntry[] {
    return this.kept.slice(-this.capacity).filter((entry) => fits(entry, filter));
  }

  /** Forgets all entries; sequences go on. */
  clear(): void {
    this.kept = [];
  }

  /** The most cost that arrived within any window of that length, as the provider saw it. */
  busiest(windowMs: number, filter: LogFilter = {}): number {
    const entries = this.entries(filter).sort((one, other) => one.arrivedAt - other.arrivedAt);
    let most = 0;
    let inside = 0;
    let first = 0;
    for (const entry of entries) {
      inside += entry.cost ?? 0;
      for (let oldest = entries[first]; oldest; oldest = entries[++first]) {
        if (entry.arrivedAt - oldest.arrivedAt < windowMs) break;
        inside -= oldest.cost ?? 0;
      }
      most = Math.max(most, inside);
    }
    return most;
  }
}

function fits(entry: LogEntry, filter: LogFilter): boolean {
  const { path, since, ...same } = filter;
  if (since !== undefined && entry.sequence <= since) return false;
  if (typeof path === 'string' && entry.path !== path) return false;
  if (path instanceof RegExp && entry.path.search(path) < 0) return false;
  return Object.entries(same).every(
    ([name, value]) => value === undefined || entry[name as keyof typeof same] === value,
  );
}
