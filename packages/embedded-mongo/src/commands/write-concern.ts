import { CommandError } from '../errors';
import { describe as render, getOwn, isNumber, isPlainObject, toNumber, type Doc } from '../values';
import type { Arguments } from './arguments';

/** Refuses what only a replica set can promise. */
export function checkWriteConcern(options: Arguments): void {
  const w = getOwn(options.document('writeConcern') ?? {}, 'w');
  if (isNumber(w) && toNumber(w) > 1) {
    throw new CommandError(2, 'BadValue', "cannot use 'w' > 1 when a host is not replicated");
  }
  if (isPlainObject(w)) {
    throw new CommandError(9, 'FailedToParse', `w has to be a number or string: ${render(w)}`);
  }
}

/** Whether the client waits until its write would survive a power cut (`j: true`). */
export function wantsJournal(body: Doc): boolean {
  const concern = getOwn(body, 'writeConcern');
  return isPlainObject(concern) && getOwn(concern, 'j') === true;
}
