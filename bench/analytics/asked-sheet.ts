import { type Stage } from './stage';

/** An answer, and how long it took to get it. */
export interface Answered {
  readonly ms: number;
  readonly body: string;
}

/** How an answer comes about when none is kept. */
export type Way = 'scan' | 'roll-up';

const DEADLINE_MS = 60_000;

/** A connection of which analytics are asked over HTTP. */
export class AskedSheet {
  constructor(
    private readonly stage: Stage,
    readonly id: string,
  ) {}

  /** Asks for what is not kept, so that it is made in this way. */
  async cold(path: string, way: Way): Promise<Answered> {
    // Without roll-ups there are only the rows.
    await this.stage.forgetAnswers(this.id, way === 'roll-up');
    return this.ask(path, 'MISS');
  }

  /** Asks for what was just asked for. */
  kept(path: string): Promise<Answered> {
    return this.ask(path, 'HIT');
  }

  urlOf(path: string): URL {
    return new URL(`/api/v1/analytics/${this.id}/${path}`, this.stage.url);
  }

  private async ask(path: string, cacheUse: 'HIT' | 'MISS'): Promise<Answered> {
    const { headers } = this.stage;
    const begin = performance.now();
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(this.urlOf(path), { headers, signal });
    const body = await response.text();
    const ms = performance.now() - begin;
    if (response.status !== 200)
      throw new Error(`${path} was answered ${response.status}: ${body}`);
    const found = response.headers.get('X-Cache');
    if (found !== cacheUse) throw new Error(`${path} was a ${found}, not a ${cacheUse}`);
    return { ms, body };
  }
}
