import { type ApiAnswer, type ApiCall } from '../../http/route';
import { wantsPretty } from '../../http/system-parameters';
import { jsonPieces } from './json-pieces';
import { settle } from './lazy-list';

// Small answers stay values, which is what tests of routes like to look at.
const SMALL_ROWS = 500;

/** An answer whose lists are made while it is sent, if there are many rows in it. */
export function answerWith(call: ApiCall, body: unknown, rows: number): ApiAnswer {
  if (rows <= SMALL_ROWS) return { body: settle(body) };
  return { pieces: jsonPieces(body, wantsPretty(call.query)) };
}
