import { Injectable } from '@nestjs/common';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';

/** One completed request. */
export interface AnsweredRequest {
  method: string;
  /** The route's template, never the path: a label for each id would fill the memory. */
  route: string;
  status: number;
  seconds: number;
}

@Injectable()
export class MetricsService {
  private readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'HTTP requests answered.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [this.registry],
  });
  private readonly latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Has another metric read with every scrape. */
  add(metric: Metric): void {
    this.registry.registerMetric(metric);
  }

  countRequest({ method, route, status, seconds }: AnsweredRequest): void {
    const labels = { method, route, status: String(status) };
    this.requests.inc(labels);
    this.latency.observe(labels, seconds);
  }

  /** Adds a gauge of open sockets, which is read on every scrape. */
  watchSockets(count: () => number): void {
    new Gauge({
      name: 'tributary_live_sockets',
      help: 'Open connections for live events.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  render(): Promise<string> {
    return this.registry.metrics();
  }
}
