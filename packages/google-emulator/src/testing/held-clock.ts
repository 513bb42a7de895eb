import { EmulatorClock } from '../control/emulator-clock';

interface Pause {
  readonly ms: number;
  end(): void;
}

/** A clock whose pauses end when the test says so, instead of after their time. */
export class HeldClock extends EmulatorClock {
  private readonly begun: Pause[] = [];
  private readonly waiting: ((pause: Pause) => void)[] = [];

  override sleep(ms: number): Promise<void> {
    return new Promise((end) => {
      const pause = { ms, end };
      const next = this.waiting.shift();
      if (next) next(pause);
      else this.begun.push(pause);
    });
  }

  /** The next pause, as soon as it begins. */
  async pause(): Promise<Pause> {
    return this.begun.shift() ?? new Promise((resolve) => this.waiting.push(resolve));
  }
}
