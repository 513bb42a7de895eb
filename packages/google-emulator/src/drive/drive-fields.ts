import { ApiError } from '../http/api-error';
import { type FieldMask, type FieldSchema, parseFieldMask } from '../http/field-mask';
import { invalidParameter } from './drive-errors';

const FILE: FieldSchema = {
  kind: true,
  id: true,
  name: true,
  mimeType: true,
  description: true,
  starred: true,
  trashed: true,
  explicitlyTrashed: true,
  parents: true,
  properties: { '*': true },
  appProperties: { '*': true },
  spaces: true,
  version: true,
  webContentLink: true,
  webViewLink: true,
  iconLink: true,
  hasThumbnail: true,
  thumbnailLink: true,
  thumbnailVersion: true,
  viewedByMe: true,
  viewedByMeTime: true,
  createdTime: true,
  modifiedTime: true,
  modifiedByMe: true,
  modifiedByMeTime: true,
  sharedWithMeTime: true,
  sharingUser: { '*': true },
  owners: { '*': true },
  driveId: true,
  lastModifyingUser: { '*': true },
  shared: true,
  ownedByMe: true,
  capabilities: { '*': true },
  copyRequiresWriterPermission: true,
  writersCanShare: true,
  permissions: { '*': true },
  permissionIds: true,
  originalFilename: true,
  fullFileExtension: true,
  fileExtension: true,
  md5Checksum: true,
  sha1Checksum: true,
  sha256Checksum: true,
  size: true,
  quotaBytesUsed: true,
  headRevisionId: true,
  isAppAuthorized: true,
  exportLinks: { '*': true },
  resourceKey: true,
};

const DEFAULT_OF_FILE = 'kind,id,name,mimeType';

/** What a method can answer, and what of it when no `fields` are asked for. */
export interface FieldChoice {
  readonly schema: FieldSchema;
  readonly byDefault: FieldMask;
}

/** The fields of files.get. */
export const FILE_FIELDS: FieldChoice = {
  schema: FILE,
  byDefault: parseFieldMask(DEFAULT_OF_FILE),
};

/** The fields of files.list. */
export const FILE_LIST_FIELDS: FieldChoice = {
  schema: { kind: true, incompleteSearch: true, nextPageToken: true, files: FILE },
  byDefault: parseFieldMask(`kind,incompleteSearch,nextPageToken,files(${DEFAULT_OF_FILE})`),
};

/** The fields of changes.list. */
export const CHANGE_LIST_FIELDS: FieldChoice = {
  schema: {
    kind: true,
    nextPageToken: true,
    newStartPageToken: true,
    changes: {
      kind: true,
      changeType: true,
      type: true,
      time: true,
      removed: true,
      fileId: true,
      file: FILE,
      driveId: true,
      drive: { '*': true },
    },
  },
  byDefault: parseFieldMask(
    'kind,nextPageToken,newStartPageToken,' +
      `changes(kind,changeType,type,time,removed,fileId,file(${DEFAULT_OF_FILE}))`,
  ),
};

/** The fields of changes.getStartPageToken. */
export const START_TOKEN_FIELDS: FieldChoice = {
  schema: { kind: true, startPageToken: true },
  byDefault: parseFieldMask('*'),
};

/** The fields of the two watch methods. */
export const CHANNEL_FIELDS: FieldChoice = {
  schema: {
    kind: true,
    id: true,
    resourceId: true,
    resourceUri: true,
    token: true,
    expiration: true,
  },
  byDefault: parseFieldMask('*'),
};

/** The mask that a request asks for; Drive names the first field that it does not know. */
export function wantedFields(query: URLSearchParams, choice: FieldChoice): FieldMask {
  const text = query.get('fields') ?? '';
  if (text === '') return choice.byDefault;
  const mask = parsed(text);
  const unknown = mask?.unknownPath(choice.schema);
  if (!mask || unknown !== undefined) {
    const field = unknown?.split('.').at(-1) ?? text;
    throw invalidParameter('fields', `Invalid field selection ${field}`);
  }
  return mask;
}

function parsed(text: string): FieldMask | undefined {
  try {
    return parseFieldMask(text);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
