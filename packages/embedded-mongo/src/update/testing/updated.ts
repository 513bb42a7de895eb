import { CommandError } from '../../errors';
import { type BsonValue, cloneValue, type Doc } from '../../values';
import { applyUpdate } from '../apply-update';
import { parseArrayFilters } from '../array-filters';
import { type UpdateContext } from '../types';

/** For specs: what an update makes of a document, which itself stays as it is. */
export function updated(
  doc: Doc,
  update: Doc,
  options: Partial<UpdateContext> & { filters?: BsonValue[] } = {},
): Doc {
  const { filters, ...context } = options;
  const match = context.match ?? {};
  const copy = cloneValue(doc);
  applyUpdate(copy, update, {
    arrayFilters: parseArrayFilters(filters, match),
    isInsert: false,
    match,
    now: new Date(0),
    ...context,
  });
  return copy;
}

/**
 * For specs: what `toThrow` expects of an error with a code. It is written without jest's globals,
 * for which the build of the library has no types.
 */
export function failure(code: number, message?: string | RegExp): Error {
  const matcher = {
    asymmetricMatch(error: unknown): boolean {
      if (!(error instanceof CommandError) || error.code !== code) return false;
      if (message instanceof RegExp) return message.test(error.message);
      return message === undefined || error.message === message;
    },
    toAsymmetricMatcher: () => `error ${code}: ${String(message)}`,
  };
  return matcher as unknown as Error;
}
