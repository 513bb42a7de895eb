import { type FileChangeKind, type FileChange } from '../../files/drive-file';
import { type FileStore } from '../../files/file-store';
import { type Channel } from './channel';

/** What a push message says. */
export interface Message {
  readonly state: 'sync' | 'change' | 'add' | 'remove' | 'update' | 'trash' | 'untrash';
  /** What of the file changed, for updates. */
  readonly changed?: 'content' | 'permissions' | 'properties';
}

const OF_A_FILE: Readonly<Record<FileChangeKind, Message | undefined>> = {
  add: { state: 'add' },
  content: { state: 'update', changed: 'content' },
  permissions: { state: 'update', changed: 'permissions' },
  properties: { state: 'update', changed: 'properties' },
  trash: { state: 'trash' },
  untrash: { state: 'untrash' },
  remove: { state: 'remove' },
  view: undefined,
};

/** What a channel is told of a change; undefined when the change does not concern it. */
export function messageFor(
  channel: Channel,
  change: FileChange,
  files: FileStore,
): Message | undefined {
  const isForOwner = change.audience.includes(channel.owner);
  if (channel.watched === 'changes') return isForOwner ? { state: 'change' } : undefined;
  if (channel.watched.fileId !== change.fileId) return undefined;
  const file = files.find(change.fileId);
  const concerns = change.removed
    ? isForOwner || !file
    : file !== undefined && files.canRead(file, channel.owner);
  return concerns ? OF_A_FILE[change.kind] : undefined;
}
