import { encode, type Doc } from '../values';

/** A string that is the same for the same logical session id. */
export function sessionKey(lsid: Doc | undefined): string | undefined {
  return lsid && encode(lsid).toString('latin1');
}
