import { Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { DeadLetterService, RunService } from '@tributary/pipeline';
import { Gauge } from 'prom-client';
import { MetricsService } from './metrics.service';

const DEADLINE_MS = 2_000;

/** Metrics of the ledger, read on every scrape; left out while the store is unavailable. */
@Injectable()
export class LedgerMetrics {
  private readonly logger = new Logger(LedgerMetrics.name);

  constructor(metrics: MetricsService, runs: RunService, letters: DeadLetterService) {
    const read = <T>(reading: Promise<T>): Promise<T | undefined> => this.read(reading);
    metrics.add(
      new Gauge({
        name: 'tributary_runs',
        help: 'Runs in the ledger.',
        labelNames: ['kind', 'status'] as const,
        registers: [],
        async collect() {
          const counts = await read(runs.countByStatus());
          this.reset();
          for (const { kind, status, count } of counts ?? []) this.set({ kind, status }, count);
        },
      }),
    );
    metrics.add(
      new Gauge({
        name: 'tributary_dead_letters_open',
        help: 'Dead letters that nobody has replayed or discarded.',
        registers: [],
        async collect() {
          const count = await read(letters.countOpen());
          if (count === undefined) this.remove();
          else this.set(count);
        },
      }),
    );
  }

  private async read<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await withDeadline(reading, DEADLINE_MS);
    } catch (error) {
      this.logger.debug({ err: error, msg: 'Counting runs failed' });
      return undefined;
    }
  }
}
