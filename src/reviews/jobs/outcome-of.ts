import { type JoinOutcome } from '@tributary/contracts';
import { type StepCounts } from './review-job';

/** What a job did not read: accounts and locations, and locations that it read without a proof. */
export interface Shortfall {
  readonly accounts: StepCounts;
  readonly locations: StepCounts;
  readonly incomplete: number;
}

/** Whether a job did all that it set out to do. */
export function outcomeOf({ accounts, locations, incomplete }: Shortfall): JoinOutcome {
  return unreadOf(accounts) + unreadOf(locations) + incomplete === 0 ? 'complete' : 'partial';
}

/** Whether a job has nothing to show, since everything failed. An account without locations is read, too. */
export function hasNothing({ accounts, locations }: Shortfall): boolean {
  if (unreadOf(accounts) + unreadOf(locations) === 0) return false;
  const isAnyAccountEmpty = totalOf(locations) === 0 && accounts.done > 0;
  return locations.done === 0 && !isAnyAccountEmpty;
}

/** How many there are in all states. */
export function totalOf({ pending, running, done, failed }: StepCounts): number {
  return pending + running + done + failed;
}

function unreadOf(counts: StepCounts): number {
  return totalOf(counts) - counts.done;
}
