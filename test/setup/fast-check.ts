// Specs that import fast-check get this: fast-check, whose properties are tried with the seeds of
// this repository instead of others every time.
import type * as FastCheck from 'fast-check';
import * as library from '../../node_modules/fast-check/lib/cjs/fast-check.js';
import { SEED, seedsOf } from './seed';

library.configureGlobal({ ...library.readConfigureGlobal(), seed: SEED });

/** Tries a property with every seed, one after the other. */
export const assert = (<Ts>(
  property: FastCheck.IRawProperty<Ts>,
  parameters: FastCheck.Parameters<Ts> = {},
): void | Promise<void> => {
  const seeds = parameters.seed === undefined ? seedsOf(specPath()) : [parameters.seed];
  const attempts = seeds.map(
    (seed) => () => library.assert(property as FastCheck.IProperty<Ts>, { ...parameters, seed }),
  );
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
