import { Injectable, Logger } from '@nestjs/common';
import { HealthProbe, InFlightTracker, withDeadline } from '@tributary/common';

/** How one dependency is. */
export interface DependencyHealth {
  state: 'up' | 'down';
  /** Which server responded; absent while it is unavailable. */
  server?: string;
  latency_ms: number;
}

/** Whether this process accepts work, and if not, why. */
export interface Readiness {
  status: 'ready' | 'not_ready' | 'draining';
  checks: Record<string, DependencyHealth>;
}

/** The probes of everything that this process depends on. */
export class HealthProbes {
  constructor(readonly list: readonly HealthProbe[]) {}
}

const PROBE_DEADLINE_MS = 3_000;

@Injectable()
export class HealthService {
  private readonly logger = new Logger(HealthService.name);
  private readonly lastState = new Map<string, DependencyHealth['state']>();
  private running: Promise<Readiness> | undefined;

  constructor(
    private readonly probes: HealthProbes,
    private readonly work: InFlightTracker,
  ) {}

  /**
   * Checks every dependency. Concurrent callers share one round, so frequent checks cost little.
   */
  readiness(): Promise<Readiness> {
    this.running ??= this.ask().finally(() => (this.running = undefined));
    return this.running;
  }

  private async ask(): Promise<Readiness> {
    const entries = await Promise.all(
      this.probes.list.map(async (probe) => [probe.name, await this.askOne(probe)] as const),
    );
    const allUp = entries.every(([, { state }]) => state === 'up');
    const status = this.work.isDraining ? 'draining' : allUp ? 'ready' : 'not_ready';
    return { status, checks: Object.fromEntries(entries) };
  }

  private async askOne(probe: HealthProbe): Promise<DependencyHealth> {
    const startedAt = performance.now();
    const answer = await withDeadline(probe.check(), PROBE_DEADLINE_MS).then(
      (server) => ({ state: 'up' as const, server }),
      (error: unknown) => ({ state: 'down' as const, error }),
    );
    const latency_ms = Math.round((performance.now() - startedAt) * 100) / 100;
    if (answer.state === 'down' && this.lastState.get(probe.name) !== 'down') {
      this.logger.warn({ err: answer.error, msg: `${probe.name} is down` });
    }
    this.lastState.set(probe.name, answer.state);
    return answer.state === 'up' ? { ...answer, latency_ms } : { state: 'down', latency_ms };
  }
}
