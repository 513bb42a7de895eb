import { type DriveFile } from '../files/drive-file';
import { type FileStore, SPREADSHEET } from '../files/file-store';

/** A file as Drive describes it to one account. */
export function fileResource(
  files: FileStore,
  file: DriveFile,
  email: string,
): Record<string, unknown> {
  const canEdit = files.canWrite(file, email);
  const isSheet = file.mimeType === SPREADSHEET;
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    starred: false,
    trashed: file.trashed,
    explicitlyTrashed: file.trashed,
    // Whom a file is shared with does not see the folders of its owner.
    ...(file.parents.length > 0 && { parents: file.parents }),
    spaces: ['drive'],
    modifiedTime: rfc3339(files.modifiedTime(file)),
    createdTime: rfc3339(file.createdTime),
    version: String(file.version),
    webViewLink: isSheet
      ? `https://docs.google.com/spreadsheets/d/${file.id}/edit?usp=drivesdk`
      : `https://drive.google.com/file/d/${file.id}/view?usp=drivesdk`,
    shared: file.anyoneWithLink || file.readers.size + file.writers.size > 0,
    ownedByMe: false,
    writersCanShare: true,
    capabilities: {
      canEdit,
      canCopy: true,
      canComment: canEdit,
      canDownload: true,
      canReadRevisions: true,
      canRename: canEdit,
      canShare: canEdit,
      canTrash: false,
    },
  };
}

/** A moment as Drive writes it: with milliseconds, in UTC. */
export function rfc3339(time: number): string {
  return new Date(time).toISOString();
}
