import { FileStore, SPREADSHEET } from '../files/file-store';
import { callRoute, refusal, type TestCall } from '../testing/call-route';
import { StandingClock } from '../testing/standing-clock';
import { DriveEmulation } from './drive-emulation';

const ROBOT = 'robot@project.test';
const OTHER = 'other@project.test';
const START = Date.UTC(2026, 10, 15, 3, 21, 7, 512);

interface ChangeList {
  changes: { fileId: string; removed: boolean; file?: Record<string, unknown> }[];
  nextPageToken?: string;
  newStartPageToken?: string;
}

function setUp(): {
  clock: StandingClock;
  files: FileStore;
  drive: DriveEmulation;
  get: <T = unknown>(path: string, call?: TestCall) => Promise<T>;
  startToken: (as?: string) => Promise<string>;
} {
  const clock = new StandingClock(START);
  const files = new FileStore(clock);
  const drive = new DriveEmulation({ files, clock });
  const get = async <T>(path: string, call?: TestCall): Promise<T> =>
    (await callRoute(drive, 'GET', `/drive/v3/${path}`, call)).body as T;
  const startToken = async (as = ROBOT): Promise<string> =>
    (await get<{ startPageToken: string }>('changes/startPageToken', { as })).startPageToken;
  files.add({ id: 'sales', name: 'Branch sales', mimeType: SPREADSHEET, readers: [ROBOT] });
  files.add({ id: 'link', name: 'By link', mimeType: SPREADSHEET, anyoneWithLink: true });
  files.add({ id: 'foreign', name: 'Foreign', mimeType: SPREADSHEET, readers: [OTHER] });
  return { clock, files, drive, get, startToken };
}

describe('files.get', () => {
  it('answers four fields unless told otherwise', async () => {
    const { get } = setUp();
    expect(await get('files/sales')).toEqual({
      kind: 'drive#file',
      id: 'sales',
      name: 'Branch sales',
      mimeType: SPREADSHEET,
    });
  });

  it('answers the fields that were asked for, the version as a text', async () => {
    const { get } = setUp();
    expect(await get('files/sales?fields=modifiedTime,version,capabilities/canEdit')).toEqual({
      modifiedTime: '2026-11-15T03:21:07.512Z',
      version: '1',
      capabilities: { canEdit: false },
    });
    expect(await get('files/sales?fields=headRevisionId')).toEqual({});
    expect(await get('files/sales?fields=*')).toMatchObject({ trashed: false, shared: true });
  });

  it('does not let anybody know of a file that is not theirs', async () => {
    const { get } = setUp();
    for (const id of ['foreign', 'nope']) {
      expect(await refusal(get(`files/${id}`))).toMatchObject({
        code: 404,
        message: `File not found: ${id}.`,
        options: {
          item: {
            reason: 'notFound',
            domain: 'global',
            location: 'fileId',
            locationType: 'parameter',
          },
        },
      });
    }
    expect(await get('files/link')).toMatchObject({ id: 'link' });
  });

  it.each(['nope', 'capabilities(', 'id,nope.deeper'])('refuses the fields %p', async (fields) => {
    const { get } = setUp();
    expect(await refusal(get(`files/sales?fields=${fields}`))).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^Invalid field selection /) as string,
      options: { item: { reason: 'invalidParameter', location: 'fields' } },
    });
  });
});

describe('files.list', () => {
  it('lists what is shared with the caller, not what only the link opens', async () => {
    const { get } = setUp();
    expect(await get("files?q=mimeType='application/vnd.google-apps.spreadsheet'")).toEqual({
      kind: 'drive#fileList',
      incompleteSearch: false,
      files: [{ kind: 'drive#file', id: 'sales', name: 'Branch sales', mimeType: SPREADSHEET }],
    });
  });

  it('gives all files once over pages, with a token only when there is more', async () => {
    const { files, get } = setUp();
    for (let i = 0; i < 24; i += 1) {
      files.add({ id: `f${i}`, name: `f${i}`, mimeType: SPREADSHEET, readers: [ROBOT] });
    }
    const ids: string[] = [];
    const sizes: number[] = [];
    let token = '';
    do {
      const page = await get<{ files: { id: string }[]; nextPageToken?: string }>(
        `files?pageSize=10&orderBy=name&fields=files(id),nextPageToken&pageToken=${token}`,
      );
      ids.push(...page.files.map(({ id }) => id));
      sizes.push(page.files.length);
      token = page.nextPageToken ?? '';
    } while (token !== '');
    expect(sizes).toEqual([10, 10, 5]);
    expect(new Set(ids).size).toBe(25);
  });

  it('takes a token for its own query only, and for some hours', async () => {
    const { clock, files, get } = setUp();
    files.add({ name: 'Two', mimeType: SPREADSHEET, readers: [ROBOT, OTHER] });
    const { nextPageToken } = await get<{ nextPageToken: string }>('files?pageSize=1');
    const next = `files?pageSize=1&pageToken=${nextPageToken}`;
    expect(await get(next)).toMatchObject({ files: [{}] });
    const refused = {
      code: 400,
      message: 'Invalid Value',
      options: { item: { location: 'pageToken' } },
    };
    expect(await refusal(get(`${next}&orderBy=name`))).toMatchObject(refused);
    expect(await refusal(get(next, { as: OTHER }))).toMatchObject(refused);
    expect(await refusal(get('files?pageToken=x'))).toMatchObject(refused);
    clock.advance(7 * 3_600_000);
    expect(await refusal(get(next))).toMatchObject(refused);
  });

  it.each(['0', '1001', '-1', 'x', '1.5'])('refuses a page size of %s', async (size) => {
    const { get } = setUp();
    expect(await refusal(get(`files?pageSize=${size}`))).toMatchObject({
      code: 400,
      message: `Invalid value '${size}'. Values must be within the range: [value: 1\n, value: 1000\n]`,
    });
  });
});

describe('changes.list', () => {
  it('gives a changed file once, in its state of now', async () => {
    const { clock, files, get, startToken } = setUp();
    const token = await startToken();
    files.touch('sales', 'by-api');
    clock.advance(1_000);
    files.rename('sales', 'Sales 2');
    files.touch('link', 'by-api');
    files.touch('foreign', 'by-api');
    expect(await get(`changes?pageToken=${token}`)).toEqual({
      kind: 'drive#changeList',
      newStartPageToken: await startToken(),
      changes: [
        {
          kind: 'drive#change',
          changeType: 'file',
          type: 'file',
          time: '2026-11-15T03:21:08.512Z',
          removed: false,
          fileId: 'sales',
          file: { kind: 'drive#file', id: 'sales', name: 'Sales 2', mimeType: SPREADSHEET },
        },
      ],
    });
  });

  it('tells what was taken away, unless the caller does not want to know', async () => {
    const { files, get, startToken } = setUp();
    const token = await startToken();
    files.unshare('sales', ROBOT);
    const list = await get<ChangeList>(`changes?pageToken=${token}`);
    expect(list.changes).toEqual([expect.objectContaining({ fileId: 'sales', removed: true })]);
    expect(list.changes[0]?.file).toBeUndefined();
    for (const no of ['false', '0', 'False']) {
      expect(await get(`changes?pageToken=${token}&includeRemoved=${no}`)).toMatchObject({
        changes: [],
      });
    }
  });

  it('has files that were only looked at, and none of the caller in My Drive', async () => {
    const { files, get, startToken } = setUp();
    const token = await startToken();
    files.touch('sales', 'view');
    const fields = 'changes(file(version,modifiedTime))';
    expect(await get(`changes?pageToken=${token}&fields=${fields}`)).toEqual({
      changes: [{ file: { version: '2', modifiedTime: '2026-11-15T03:21:07.512Z' } }],
    });
    for (const yes of ['true', '1', 'True']) {
      expect(await get(`changes?pageToken=${token}&restrictToMyDrive=${yes}`)).toMatchObject({
        changes: [],
      });
    }
  });

  it('shows edits by hand late, and to a caller that had read on meanwhile', async () => {
    const { clock, files, get, startToken } = setUp();
    files.lagMs = 180_000;
    files.touch('sales', 'by-hand');
    const token = await startToken();
    clock.advance(179_999);
    const before = await get<ChangeList>(`changes?pageToken=${token}`);
    expect(before.changes).toEqual([]);
    clock.advance(1);
    const after = await get<ChangeList>(`changes?pageToken=${before.newStartPageToken}`);
    expect(after.changes.map(({ fileId }) => fileId)).toEqual(['sales']);
  });

  it('goes over pages with one kind of token at a time, and old tokens stay good', async () => {
    const { clock, files, get, startToken } = setUp();
    const first = await startToken();
    for (let i = 0; i < 5; i += 1) {
      files.add({ id: `f${i}`, name: 'f', mimeType: SPREADSHEET, readers: [ROBOT] });
    }
    clock.advance(400 * 86_400_000);
    const ids: string[] = [];
    let token: string | undefined = first;
    let last: ChangeList | undefined;
    while (token !== undefined) {
      last = await get<ChangeList>(`changes?pageSize=2&pageToken=${token}`);
      ids.push(...last.changes.map(({ fileId }) => fileId));
      expect(Number('nextPageToken' in last) + Number('newStartPageToken' in last)).toBe(1);
      token = last.nextPageToken;
    }
    expect(ids).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
    expect(last?.newStartPageToken).toBe(await startToken());
    expect(Number(last?.newStartPageToken)).toBeGreaterThan(Number(first));
  });

  it('wants a token that it gave', async () => {
    const { get } = setUp();
    expect(await refusal(get('changes'))).toMatchObject({
      code: 400,
      message: 'Required parameter: pageToken',
      options: { item: { reason: 'required', location: 'pageToken' } },
    });
    for (const token of ['x', '0', '1', '-5', '999999999', '9'.repeat(30)]) {
      expect(await refusal(get(`changes?pageToken=${token}`))).toMatchObject({
        code: 400,
        message: 'Invalid Value',
        options: { item: { reason: 'invalid', location: 'pageToken' } },
      });
    }
  });
});

describe('the routes of Drive', () => {
  it('cost what Google counts', () => {
    const { drive } = setUp();
    expect(Object.fromEntries(drive.routes.map(({ name, cost }) => [name, cost]))).toEqual({
      'files.list': 100,
      'files.get': 5,
      'files.watch': 5,
      'changes.getStartPageToken': 5,
      'changes.list': 100,
      'changes.watch': 5,
      'channels.stop': 5,
    });
    expect(drive.routes[0]?.scopes).toContain(
      'https://www.googleapis.com/auth/drive.metadata.readonly',
    );
  });
});
