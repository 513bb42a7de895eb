import { type ApiName } from '../http/route';
import { seededRandom } from './seeded-random';

/** How long requests wait before they are handled: always the same, or anything between. */
export type LatencyMs = number | { readonly min: number; readonly max: number };

/** How slow each API is. */
export class Latency {
  private all: LatencyMs = 0;
  private readonly perApi = new Map<ApiName, LatencyMs>();
  private random = seededRandom(1);

  /** Sets it for one API, or for all that have none of their own. */
  set(latency: LatencyMs, api?: ApiName): void {
    const { min, max } = span(latency);
    if (!(min >= 0 && max >= min && Number.isFinite(max))) {
      throw new Error('Give a latency of 0 ms or more, with min not above max');
    }
    if (api === undefined) this.all = latency;
    else this.perApi.set(api, latency);
  }

  /** No API is slow any more; the drawn numbers start again. */
  clear(seed = 1): void {
    this.all = 0;
    this.perApi.clear();
    this.random = seededRandom(seed);
  }

  /** How long the next request to an API waits. */
  next(api: ApiName | undefined): number {
    const { min, max } = span((api && this.perApi.get(api)) ?? this.all);
    return max === min ? min : min + this.random() * (max - min);
  }

  /** What is set, for the admin paths. */
  get settings(): Readonly<Record<string, LatencyMs>> {
    return { all: this.all, ...Object.fromEntries(this.perApi) };
  }
}

function span(latency: LatencyMs): { min: number; max: number } {
  return typeof latency === 'number' ? { min: latency, max: latency } : latency;
}
