import { Injectable, Logger, Optional } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { MessageOutbox, MessageRelay, type OutboxLag, RelayCounts } from '@tributary/kafka';
import { Counter, Gauge } from 'prom-client';
import { MetricsService } from './metrics.service';

const DEADLINE_MS = 2_000;

/**
 * What has not reached Kafka, read from the store whenever somebody scrapes, and what this process
 * has published. Without brokers there is none of it.
 */
@Injectable()
export class MessageMetrics {
  private readonly logger = new Logger(MessageMetrics.name);

  constructor(
    metrics: MetricsService,
    outbox: MessageOutbox,
    @Optional() relay?: MessageRelay,
    @Optional() counts?: RelayCounts,
  ) {
    if (!outbox.isEnabled) return;
    this.showLag(metrics, outbox);
    if (relay && counts) showRelay(metrics, relay, counts);
  }

  private showLag(metrics: MetricsService, outbox: MessageOutbox): void {
    let reading: Promise<OutboxLag | undefined> | undefined;
    // One look for all the metrics of a scrape.
    const read = (): Promise<OutboxLag | undefined> =>
      (reading ??= this.read(outbox).finally(() => (reading = undefined)));
    const gauge = (name: string, help: string, value: (lag: OutboxLag) => number): void =>
      metrics.add(
        new Gauge({
          name,
          help,
          registers: [],
          async collect() {
            const lag = await read();
            if (lag) this.set(value(lag));
            else this.remove();
          },
        }),
      );
    gauge('tributary_messages_waiting', 'Messages that wait to be published.', (l) => l.waiting);
    gauge(
      'tributary_messages_oldest_seconds',
      'How long the oldest message has been waiting; 0 when none does.',
      ({ oldest }) => (oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1000 : 0),
    );
    gauge(
      'tributary_messages_set_aside',
      'Messages that the broker rejected and nobody has requeued.',
      (l) => l.setAside,
    );
  }

  private async read(outbox: MessageOutbox): Promise<OutboxLag | undefined> {
    try {
      return await withDeadline(outbox.lag(), DEADLINE_MS);
    } catch (error) {
      this.logger.debug({ err: error, msg: 'Counting messages failed' });
      return undefined;
    }
  }
}

function showRelay(metrics: MetricsService, relay: MessageRelay, counts: RelayCounts): void {
  const counter = (name: string, help: string, by: () => ReadonlyMap<string, number>): void =>
    metrics.add(
      new Counter({
        name,
        help,
        labelNames: ['topic'] as const,
        registers: [],
        collect() {
          this.reset();
          for (const [topic, count] of by()) this.inc({ topic }, count);
        },
      }),
    );
  counter(
    'tributary_messages_published_total',
    'Messages that this process published.',
    () => counts.publishedByTopic,
  );
  counter(
    'tributary_messages_rejected_total',
    'Messages that this process set aside, because the broker rejected them.',
    () => counts.setAsideByTopic,
  );
  metrics.add(
    new Gauge({
      name: 'tributary_kafka_up',
      help: 'Whether the last call of this process to Kafka was answered.',
      registers: [],
      collect() {
        const { state } = relay.health;
        if (state === 'unknown') this.remove();
        else this.set(state === 'up' ? 1 : 0);
      },
    }),
  );
}
