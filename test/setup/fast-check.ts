// Specs that import fast-check get this: fast-check, whose properties are tried with the seeds of
// this repository instead of others every time.
import type * as FastCheck from 'fast-check';
import * as library from '../../node_modules/fast-check/lib/cjs/fast-check.js';
import { SEED, trialsOf, trialWith } from './seed';

library.configureGlobal({ ...library.readConfigureGlobal(), seed: SEED });

/** How often fast-check runs a property unless told. */
const DEFAULT_RUNS = 100;

/** Tries a property with every seed, one after the other. */
export const assert = (<Ts>(
  property: FastCheck.IRawProperty<Ts>,
  parameters: FastCheck.Parameters<Ts> = {},
): void | Promise<void> => {
  const { numRuns = library.readConfigureGlobal().numRuns ?? DEFAULT_RUNS } = parameters;
  const trials =
    parameters.seed === undefined ? trialsOf(specPath()) : [trialWith(parameters.seed, specPath())];
  const attempts = trials.map(({ seed, runs }) => {
    const tried = { ...parameters, seed, numRuns: Math.max(numRuns, runs) };
    return () => library.assert(property as FastCheck.IProperty<Ts>, tried);
  });
  if (!property.isAsync()) return attempts.forEach((attempt) => attempt());
  return attempts.reduce<Promise<void>>(
    (before, attempt) => before.then(attempt),
    Promise.resolve(),
  );
}) as typeof FastCheck.assert;

function specPath(): string {
  return expect.getState().testPath ?? '';
}

export * from '../../node_modules/fast-check/lib/cjs/fast-check.js';
export default { ...library, assert };
