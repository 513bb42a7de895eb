import { type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type RunCounts } from '@tributary/contracts';
import { type ChildrenSummary, type FanOut, type Joined } from '../children/child-run';
import { type RunKind } from '../kinds/run-kind';
import { type ClaimedRun } from './claimed-run';

/** Does the work of one kind of run. */
export interface RunHandler<Payload = unknown> {
  /**
   * Works on a claimed run and returns its counts. It may be called again for the same run, so it
   * has to be idempotent; it throws a DomainError when it fails, and stops soon, by throwing any
   * error, when the run's signal is aborted.
   */
  process(run: ClaimedRun<Payload>): Promise<RunCounts | FanOut>;

  /**
   * Ends a run whose children have all ended, however they did. For kinds that fan out, and called
   * again like `process`.
   */
  join?(run: ClaimedRun<Payload>, children: ChildrenSummary): Promise<Joined>;
}

/** The metadata that {@link RunProcessor} sets on a class. */
export const PROCESSED_KIND = DiscoveryService.createDecorator<RunKind>();

/**
 * Registers a provider as the processor of a kind of run; it has to accept the payload of that
 * kind.
 */
export function RunProcessor<Payload>(
  kind: RunKind<Payload>,
): (processor: Type<RunHandler<Payload>>) => void {
  return PROCESSED_KIND(kind);
}
