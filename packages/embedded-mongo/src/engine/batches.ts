import { setImmediate as nextTurn } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { type Candidate } from '../planner';
import { type Budget, drive, PAUSE, type Pause, type Stream } from '../stream';

/** Runs work in one transaction that takes memory back too when it fails. */
export type Transact = <T>(work: () => T) => T;

const MOST_PER_BATCH = 500;
const MOST_MILLISECONDS_PER_BATCH = 20;

/**
 * First finds everything, with pauses, then changes it in batches, each of them one transaction,
 * with other clients getting their turn in between. Finding first keeps a change from moving a
 * document to where the scan meets it again.
 *
 * When a change fails, those before it stay, as in MongoDB.
 */
export async function forEachInBatches(
  found: Stream<{ readonly recordId: number }>,
  change: (candidate: Candidate) => void,
  transact: Transact,
  budget: Budget,
  isOver: () => boolean,
): Promise<void> {
  const recordIds = await drive(collect(found), budget);
  let at = 0;
  while (at < recordIds.length && !isOver()) {
    let failure: { error: unknown } | undefined;
    const started = performance.now();
    const end = Math.min(at + MOST_PER_BATCH, recordIds.length);
    transact(() => {
      while (at < end && !failure) {
        const recordId = recordIds[at++];
        if (recordId === undefined) break;
        try {
          change({ recordId, exact: false });
        } catch (error) {
          failure = { error };
        }
        if (at % 16 === 0 && performance.now() - started > MOST_MILLISECONDS_PER_BATCH) break;
      }
    });
    if (failure) throw failure.error;
    budget.check();
    await nextTurn();
  }
}

function* collect(found: Stream<{ readonly recordId: number }>): Generator<Pause, number[]> {
  const recordIds: number[] = [];
  for (const item of found) {
    if (item === PAUSE) yield PAUSE;
    else recordIds.push(item.recordId);
  }
  return recordIds;
}
