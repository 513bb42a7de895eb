import { Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { Counter, Gauge } from 'prom-client';
import { MetricsService } from '../../operations';
import { ReviewSlotRepository } from './review-slot.repository';

const DEADLINE_MS = 2_000;

/** What happens to the buffer of waiting jobs. */
@Injectable()
export class ReviewJobMetrics {
  private readonly logger = new Logger(ReviewJobMetrics.name);
  private readonly enqueued = counter('enqueued', 'Jobs that were accepted.');
  private readonly dequeued = counter('dequeued', 'Jobs that left the buffer: begun or cancelled.');
  private readonly rejected = counter('rejected', 'Jobs that were refused with 429.');

  constructor(metrics: MetricsService, slots: ReviewSlotRepository) {
    const count = (): Promise<number | undefined> => this.read(slots.countTaken());
    const waiting = new Gauge({
      name: 'tributary_review_jobs_waiting',
      help: 'Jobs in the buffer, of all processes together.',
      registers: [],
      async collect() {
        const taken = await count();
        if (taken === undefined) this.remove();
        else this.set(taken);
      },
    });
    for (const metric of [this.enqueued, this.dequeued, this.rejected, waiting]) {
      metrics.add(metric);
    }
  }

  countEnqueued(): void {
    this.enqueued.inc();
  }

  countDequeued(): void {
    this.dequeued.inc();
  }

  countRejected(): void {
    this.rejected.inc();
  }

  private async read(counting: Promise<number>): Promise<number | undefined> {
    try {
      return await withDeadline(counting, DEADLINE_MS);
    } catch (error) {
      this.logger.debug({ err: error, msg: 'Counting waiting jobs failed' });
      return undefined;
    }
  }
}

function counter(what: string, help: string): Counter {
  return new Counter({ name: `tributary_review_jobs_${what}_total`, help, registers: [] });
}
