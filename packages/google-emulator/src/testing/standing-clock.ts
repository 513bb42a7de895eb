import { EmulatorClock } from '../control/emulator-clock';

/** A clock that moves only when a test moves it. */
export class StandingClock extends EmulatorClock {
  constructor(private time: number) {
    super();
  }

  override now(): number {
    return this.time;
  }

  override monotonic(): number {
    return this.time;
  }

  override advance(ms: number): void {
    this.time += ms;
  }

  override set(now: number): void {
    this.time = now;
  }
}
