import { type FileChange } from '../files/drive-file';
import { type FileStore } from '../files/file-store';
import { type ApiCall } from '../http/route';
import { saysNo, saysYes } from '../http/system-parameters';
import { invalidValue, requiredParameter } from './drive-errors';
import { CHANGE_LIST_FIELDS, START_TOKEN_FIELDS, wantedFields } from './drive-fields';
import { fileResource, rfc3339 } from './file-resource';
import { pageSize } from './page-size';

/** Tokens are places in the feed that start at an odd number, so that nobody counts on 1. */
const FIRST_TOKEN = 48_213;

/** Answers changes.getStartPageToken: the place from which on everything is new. */
export function startPageToken(files: FileStore, call: ApiCall): unknown {
  const mask = wantedFields(call.query, START_TOKEN_FIELDS);
  return mask.apply({
    kind: 'drive#startPageToken',
    startPageToken: changeToken(files.nextPosition),
  });
}

/** Answers changes.list: the newest change of every file of the caller since a token. */
export function listChanges(files: FileStore, call: ApiCall): unknown {
  const position = changePosition(files, call.query);
  const size = pageSize(call.query);
  const mask = wantedFields(call.query, CHANGE_LIST_FIELDS);
  const changes = wantedChanges(files, call, position);
  const next = changes[size];
  return mask.apply({
    kind: 'drive#changeList',
    ...(next
      ? { nextPageToken: changeToken(next.position) }
      : { newStartPageToken: changeToken(files.nextPosition) }),
    changes: changes.slice(0, size).map((change) => changeResource(files, change, call)),
  });
}

/** The place in the feed that the parameter `pageToken` means. */
export function changePosition(files: FileStore, query: URLSearchParams): number {
  const token = query.get('pageToken') ?? '';
  if (token === '') throw requiredParameter('pageToken');
  const position = /^\d{1,15}$/.test(token) ? Number(token) - FIRST_TOKEN + 1 : NaN;
  if (!(position >= 1 && position <= files.nextPosition)) throw invalidValue('pageToken');
  return position;
}

function changeToken(position: number): string {
  return String(position + FIRST_TOKEN - 1);
}

function wantedChanges(files: FileStore, call: ApiCall, position: number): readonly FileChange[] {
  // Whoever calls owns nothing here: every file is one that was shared with them.
  if (saysYes(call.query, 'restrictToMyDrive')) return [];
  const changes = files.changesFrom(position, call.caller.email);
  return saysNo(call.query, 'includeRemoved')
    ? changes.filter((change) => !change.removed)
    : changes;
}

function changeResource(files: FileStore, change: FileChange, call: ApiCall): unknown {
  const file = change.removed ? undefined : files.find(change.fileId);
  return {
    kind: 'drive#change',
    changeType: 'file',
    type: 'file',
    time: rfc3339(change.time),
    removed: change.removed,
    fileId: change.fileId,
    ...(file && { file: fileResource(files, file, call.caller.email) }),
  };
}
