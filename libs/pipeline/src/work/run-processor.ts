import { DiscoveryService } from '@nestjs/core';
import { type RunCounts, type RunKind, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun } from './claimed-run';

/** Does the work of one kind of run. */
export interface RunHandler<Payload = unknown> {
  /**
   * Works on a claimed run and gives its counts. It may be called again for the same run, so what
   * it does has to be idempotent; it throws a DomainError when it fails, and stops soon, by
   * throwing whatever, when the run's signal is aborted.
   */
  process(run: ClaimedRun<Payload>): Promise<RunCounts>;
}

/** A processor of a kind of the product, with the payload that its kind has. */
export type RunHandlerOf<Kind extends RunKind> = RunHandler<RunPayloads[Kind]>;

/** Says which kind of run a provider processes. */
export const RunProcessor = DiscoveryService.createDecorator<string>();
