import { type Spreadsheet } from '../model/spreadsheet';
import { about, invalidArgument } from '../wire/errors';
import { RequestObject, unknownName } from '../wire/request-object';
import { CELL_REQUESTS } from './cell-requests';
import { type ChangeKind } from './change';
import { DIMENSION_REQUESTS } from './dimension-requests';
import { KNOWN_REQUESTS } from './known-requests';
import { RANGE_REQUESTS } from './range-requests';
import { SHEET_REQUESTS } from './sheet-requests';
import { SPREADSHEET_REQUESTS } from './spreadsheet-requests';

const KINDS = new Map<string, ChangeKind>(
  [SHEET_REQUESTS, SPREADSHEET_REQUESTS, DIMENSION_REQUESTS, CELL_REQUESTS, RANGE_REQUESTS].flatMap(
    (kinds) => Object.entries(kinds),
  ),
);

/** Carries out the requests of a `batchUpdate`, all or none, also when no answer can be made. */
export function runRequests<T>(
  spreadsheet: Spreadsheet,
  requests: readonly unknown[],
  makeAnswer: (replies: Record<string, unknown>[]) => T,
): T {
  if (requests.length === 0) throw invalidArgument('Must specify at least one request.');
  const undo = spreadsheet.checkpoint();
  try {
    return makeAnswer(requests.map((request, at) => runOne(spreadsheet, request, at)));
  } catch (error) {
    undo();
    throw error;
  }
}

function runOne(spreadsheet: Spreadsheet, value: unknown, at: number): Record<string, unknown> {
  const request = RequestObject.of(value, `requests[${at}]`, namesOf(value));
  const [name, second] = request.names;
  if (name === undefined || second !== undefined) {
    throw invalidArgument(`Invalid requests[${at}]: A request needs exactly one kind.`);
  }
  const kind = KINDS.get(name);
  if (!kind) throw unsupported(name, at);
  const reply = about(`requests[${at}].${name}`, () =>
    kind.run(spreadsheet, request.object(name, kind.names)),
  );
  return reply ? { [name]: reply } : {};
}

function namesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function unsupported(name: string, at: number): Error {
  if (!KNOWN_REQUESTS.includes(name)) return unknownName(name, `requests[${at}]`);
  return invalidArgument(`Invalid requests[${at}].${name}: The emulator does not support ${name}.`);
}
