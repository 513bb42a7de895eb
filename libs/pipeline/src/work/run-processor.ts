import { type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type RunCounts } from '@tributary/contracts';
import { type RunKind } from '../kinds/run-kind';
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

/** What {@link RunProcessor} leaves on a class. */
export const PROCESSED_KIND = DiscoveryService.createDecorator<RunKind>();

/** Says which kind of run a provider processes; it has to take the payload of that kind. */
export function RunProcessor<Payload>(
  kind: RunKind<Payload>,
): (processor: Type<RunHandler<Payload>>) => void {
  return PROCESSED_KIND(kind);
}
