import { performance } from 'node:perf_hooks';

const MOST_MILLISECONDS = 2;
const STEPS_BETWEEN_CLOCK_READINGS = 32;

/** Tells a scan when it has worked long enough without letting others run. */
export class YieldScheduler {
  private steps = 0;
  private turnStarted = performance.now();

  /** Counts a step of work; true when it is time for a pause. */
  isDue(): boolean {
    if (++this.steps % STEPS_BETWEEN_CLOCK_READINGS !== 0) return false;
    return this.isTimeUp();
  }

  /** The same for a step so large that the clock is worth reading. */
  isTimeUp(): boolean {
    if (performance.now() - this.turnStarted < MOST_MILLISECONDS) return false;
    // Reading starts again when the caller comes back from the pause.
    this.turnStarted = Infinity;
    return true;
  }

  /** The pause is over. */
  resume(): void {
    this.turnStarted = performance.now();
  }
}
