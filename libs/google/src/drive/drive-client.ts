import { DomainError } from '@tributary/common';
import { type GoogleAccount } from '../accounts/google-account';
import { type GoogleAccountPool } from '../accounts/google-account-pool';
import { type GoogleFailure } from '../errors/google-failure';
import { DRIVE_QUOTA } from '../google-quotas';
import { type GoogleEndpoints } from '../http/endpoints';
import { type GoogleCall } from '../http/google-call';
import { type GoogleHttp } from '../http/google-http';
import { expectObject, expectString } from '../shape';
import { CHANGES_MASK, type DriveChangePage, readChangePage } from './drive-changes';
import { type DriveFile, FILE_MASK, readFile } from './drive-file';

const DEADLINE_MS = 30_000;
const MAX_BYTES = 8_000_000;
const PAGE_SIZE = 1_000;

/** The parameters that include files in shared drives. */
const ALL_DRIVES = { supportsAllDrives: 'true' };

/** Reads metadata and changes of files from Drive, within its quota. */
export class DriveClient {
  constructor(
    private readonly http: GoogleHttp,
    private readonly accounts: GoogleAccountPool,
    private readonly endpoints: GoogleEndpoints,
  ) {}

  /** What Drive knows of a file: when it was modified, and its version. */
  async getFile(fileId: string, call: GoogleCall = {}): Promise<DriveFile> {
    const path = `files/${encodeURIComponent(fileId)}`;
    return readFile(await this.get(path, { ...ALL_DRIVES, fields: FILE_MASK }, call));
  }

  /** The page token after which all changes are later than this call. */
  async getStartPageToken(call: GoogleCall = {}): Promise<string> {
    const answer = await this.get('changes/startPageToken', ALL_DRIVES, call);
    return expectString(expectObject(answer, 'the token').startPageToken, 'startPageToken');
  }

  /** One page of the changes of an account since a page token. */
  async listChanges(pageToken: string, call: GoogleCall = {}): Promise<DriveChangePage> {
    const query = {
      ...ALL_DRIVES,
      includeItemsFromAllDrives: 'true',
      pageToken,
      pageSize: String(PAGE_SIZE),
      fields: CHANGES_MASK,
    };
    return readChangePage(await this.get('changes', query, call));
  }

  /** All pages of changes since a page token; the last one has the token of later changes. */
  async *changes(pageToken: string, call: GoogleCall = {}): AsyncGenerator<DriveChangePage> {
    let page: DriveChangePage | undefined;
    do {
      page = await this.listChanges(page?.next ?? pageToken, call);
      yield page;
    } while (!page.isLast);
  }

  private async get(
    path: string,
    query: Readonly<Record<string, string>>,
    call: GoogleCall,
  ): Promise<unknown> {
    const account = this.accounts.named(call.account);
    const parameters = new URLSearchParams({ ...query, prettyPrint: 'false' });
    const { body } = await this.http.read(
      {
        url: `${this.endpoints.drive}/${path}?${parameters}`,
        quota: DRIVE_QUOTA.name,
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_BYTES,
        explain: (failure) => explainDriveFailure(failure, account),
      },
      account,
      call,
    );
    return body;
  }
}

/** Drive does not distinguish a file that is not shared from one that does not exist. */
function explainDriveFailure(
  { status, message }: GoogleFailure,
  { shareWith }: GoogleAccount,
): DomainError | undefined {
  if (status === 404) {
    return new DomainError('SHEET_NOT_FOUND', {
      detail: `There is no such file, or it is not shared with ${shareWith}.`,
    });
  }
  if (status === 400 && /^Invalid Value$/i.test(message)) {
    return new DomainError('CHANGES_TOKEN_INVALID');
  }
  return undefined;
}
