import { type EmulatorClock } from '../control/emulator-clock';
import { type FileStore } from '../files/file-store';
import { type ApiCall } from '../http/route';
import { makePageToken, readPageToken } from '../paging/page-token';
import { invalidValue } from './drive-errors';
import { FILE_LIST_FIELDS, wantedFields } from './drive-fields';
import { fileOrder } from './file-order';
import { fileResource } from './file-resource';
import { pageSize } from './page-size';
import { parseFileQuery } from './query/file-query';

/** Google says "several hours". */
const TOKEN_LIFETIME_MS = 6 * 3_600_000;

/** Answers files.list: the files that were shared with the caller, as far as `q` wants them. */
export function listFiles(files: FileStore, clock: EmulatorClock, call: ApiCall): unknown {
  const { email } = call.caller;
  const size = pageSize(call.query);
  const q = call.query.get('q') ?? '';
  const orderBy = call.query.get('orderBy') ?? '';
  const wanted = parseFileQuery(files, q);
  const compare = fileOrder(files, orderBy);
  const mask = wantedFields(call.query, FILE_LIST_FIELDS);
  const query = [email, q, orderBy];
  const start = startOf(query, call.query.get('pageToken') ?? '', clock.now());
  const found = files
    .all()
    .filter((file) => files.isSharedWith(file, email) && wanted(file, email))
    .sort(compare);
  const end = start + size;
  return mask.apply({
    kind: 'drive#fileList',
    ...(end < found.length && { nextPageToken: makePageToken(query, [end, clock.now()]) }),
    incompleteSearch: false,
    files: found.slice(start, end).map((file) => fileResource(files, file, email)),
  });
}

function startOf(query: readonly string[], token: string, now: number): number {
  if (token === '') return 0;
  const [start, madeAt] = readPageToken(query, token) ?? [];
  if (typeof start !== 'number' || typeof madeAt !== 'number' || now - madeAt > TOKEN_LIFETIME_MS) {
    throw invalidValue('pageToken');
  }
  return start;
}
