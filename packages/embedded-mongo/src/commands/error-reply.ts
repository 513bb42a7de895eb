import { CommandError } from '../errors';
import type { BsonValue, Doc } from '../values';

const STORAGE_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'MDB_MAP_FULL']);

/** The failed reply for an error; one that is not meant for the client is reported as well. */
export function errorReply(error: unknown, onInternalError: (error: unknown) => void): Doc {
  const known = asCommandError(error);
  if (known !== error) onInternalError(error);
  return {
    ok: 0,
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
    ...extraOf(known),
  };
}

/** The entry of an error in a write command's `writeErrors`; throws what is no CommandError. */
export function writeError(error: unknown, index: number): Doc {
  if (!(error instanceof CommandError)) throw error;
  return { index, code: error.code, errmsg: error.message, ...extraOf(error) };
}

function extraOf(error: CommandError): Doc {
  return error.extra as Record<string, BsonValue>;
}

function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isStorageFull(error)) return new CommandError(14031, 'OutOfDiskSpace', message);
  if (error instanceof RangeError && /call stack/.test(message)) {
    return new CommandError(15, 'Overflow', 'the command is nested too deeply');
  }
  return new CommandError(1, 'InternalError', message);
}

function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return (
    (typeof code === 'string' && STORAGE_FULL.has(code)) ||
    /MDB_MAP_FULL|No space left on device/.test(error.message)
  );
}
