import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { Cycles, Schedules } from '@tributary/pipeline';
import { SCHEDULED_SYNC } from './scheduled-sync.kind';

/** How many times per interval a process checks whether a cycle is due. */
const LOOKS = 10;
const LONGEST_PAUSE_MS = 10_000;

/** Starts the cycles of all features where no external scheduler does, once over all processes. */
@Injectable()
export class SheetScheduleService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SheetScheduleService.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: Config,
    private readonly work: InFlightTracker,
    private readonly schedules: Schedules,
    private readonly cycles: Cycles,
  ) {}

  onApplicationBootstrap(): void {
    const everyMs = this.config.SYNC_INTERVAL_SECONDS * 1000;
    if (everyMs === 0) return;
    const pauseMs = Math.min(everyMs / LOOKS, LONGEST_PAUSE_MS);
    this.timer = setInterval(() => void this.look(everyMs), pauseMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async look(everyMs: number): Promise<void> {
    if (this.work.isDraining) return;
    try {
      if (!(await this.schedules.isDue(SCHEDULED_SYNC.name, everyMs, new Date()))) return;
      await this.cycles.trigger();
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Scheduled sync not requested, retrying later' });
    }
  }
}
