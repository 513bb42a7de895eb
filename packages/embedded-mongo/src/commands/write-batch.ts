import { performance } from 'node:perf_hooks';
import type { Engine } from '../engine';
import type { Budget } from '../stream';
import type { Doc } from '../values';
import { writeError } from './error-reply';

/**
 * One statement of a write command. One that changes a single document is applied together with
 * its neighbours in one transaction, which makes bulk writes fast; one that may take long runs
 * alone and pauses by itself.
 */
export type Statement =
  | { readonly apply: () => void; readonly runAlone?: undefined }
  | { readonly apply?: undefined; readonly runAlone: () => Promise<void> };

/** How the statements of a command are run. */
export interface BatchOptions {
  readonly engine: Engine;
  /** Stop at the first statement that fails. */
  readonly ordered: boolean;
  /** Acknowledge only what survives a power cut. */
  readonly sync: boolean;
  readonly budget: Budget;
}

/** Other connections wait while a transaction is open, so a long batch takes several of them. */
const MAX_TRANSACTION_MS = 100;

/** Runs the statements in their order and returns the `writeErrors`. */
export async function runStatements(
  statements: readonly Statement[],
  options: BatchOptions,
): Promise<Doc[]> {
  const errors: Doc[] = [];
  let index = 0;
  while (index < statements.length) {
    options.budget.check();
    const { failures, next } = await runSome(statements, index, options);
    errors.push(...failures);
    if (options.ordered && errors.length > 0) break;
    index = next;
  }
  return errors;
}

interface Progress {
  readonly failures: Doc[];
  /** The first statement that was not run yet. */
  readonly next: number;
}

async function runSome(
  statements: readonly Statement[],
  first: number,
  options: BatchOptions,
): Promise<Progress> {
  const alone = statements[first]?.runAlone;
  if (!alone) {
    return options.engine.write(() => applyTogether(statements, first, options.ordered), {
      sync: options.sync,
    });
  }
  try {
    await alone();
    return { failures: [], next: first + 1 };
  } catch (error) {
    return { failures: [writeError(error, first)], next: first + 1 };
  }
}

function applyTogether(
  statements: readonly Statement[],
  first: number,
  ordered: boolean,
): Progress {
  const started = performance.now();
  const failures: Doc[] = [];
  let next = first;
  for (; next < statements.length; next++) {
    const apply = statements[next]?.apply;
    if (!apply) break;
    if (next > first && performance.now() - started > MAX_TRANSACTION_MS) break;
    try {
      apply();
    } catch (error) {
      failures.push(writeError(error, next));
      if (ordered) break;
    }
  }
  return { failures, next };
}
