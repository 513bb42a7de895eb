const PREFIX = 'https://www.googleapis.com/auth/';

/** Any of these is enough to read the metadata of files and their changes. */
export const DRIVE_SCOPES: readonly string[] = [
  'drive',
  'drive.file',
  'drive.readonly',
  'drive.metadata',
  'drive.metadata.readonly',
  'drive.appdata',
  'drive.meet.readonly',
  'drive.photos.readonly',
].map((name) => PREFIX + name);
