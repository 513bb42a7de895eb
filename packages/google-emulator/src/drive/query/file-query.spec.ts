import { EmulatorClock } from '../../control/emulator-clock';
import { FileStore, OFFICE_WORKBOOK, SPREADSHEET } from '../../files/file-store';
import { type ApiError } from '../../http/api-error';
import { parseFileQuery } from './file-query';

const ROBOT = 'robot@project.test';

function setUp(): FileStore {
  const clock = new EmulatorClock();
  const files = new FileStore(clock);
  clock.set(Date.UTC(2026, 9, 1));
  files.add({ id: 'old', name: 'Old sales', mimeType: SPREADSHEET, readers: [ROBOT] });
  clock.set(Date.UTC(2026, 10, 1));
  files.add({
    id: 'new',
    name: "Mai's HelloWorld",
    mimeType: SPREADSHEET,
    anyoneWithLink: true,
    parents: ['folder-1'],
  });
  clock.set(Date.UTC(2026, 10, 2));
  files.add({ id: 'xlsx', name: 'báo cáo', mimeType: OFFICE_WORKBOOK, writers: [ROBOT] });
  files.trash('xlsx');
  return files;
}

function found(query: string): string {
  const files = setUp();
  const test = parseFileQuery(files, query);
  return files
    .all()
    .filter((file) => test(file, ROBOT))
    .map(({ id }) => id)
    .join(' ');
}

describe('the query of files.list', () => {
  it.each([
    ['', 'old new xlsx'],
    [`mimeType='${SPREADSHEET}'`, 'old new'],
    [`mimeType != '${SPREADSHEET}'`, 'xlsx'],
    [`mimeType='${SPREADSHEET}' and trashed=false`, 'old new'],
    ['trashed = true', 'xlsx'],
    ['trashed != true', 'old new'],
    ["name = 'Old sales'", 'old'],
    ["name contains 'sales'", 'old'],
    ["name contains 'SAL'", 'old'],
    ["name contains 'ales'", ''],
    ["name contains 'hello'", 'new'],
    ["name contains 'World'", ''],
    ["name contains 'cáo'", 'xlsx'],
    ["name contains 'Mai\\'s'", 'new'],
    ["name != 'Old sales' and not trashed = true", 'new'],
    ['sharedWithMe', 'old xlsx'],
    ['sharedWithMe and trashed = false', 'old'],
    ['sharedWithMe = false', 'new'],
    ['not sharedWithMe', 'new'],
    ["modifiedTime > '2026-11-01T00:00:00'", 'xlsx'],
    ["modifiedTime >= '2026-11-01T00:00:00'", 'new xlsx'],
    ["modifiedTime < '2026-11-01T07:00:00+07:00'", 'old'],
    ["modifiedTime <= '2026-11-01T00:00:00.000Z'", 'old new'],
    ["createdTime = '2026-10-01'", 'old'],
    ["'folder-1' in parents", 'new'],
    [`'${ROBOT}' in writers`, 'xlsx'],
    [`'${ROBOT}' in readers`, 'old xlsx'],
    ["name = 'Old sales' or trashed = true and name = 'no'", 'old'],
    ["(name = 'Old sales' or trashed = true) and name contains 'b'", 'xlsx'],
    ["not (name = 'Old sales' or trashed = true)", 'new'],
    ['starred = false and not not sharedWithMe', 'old xlsx'],
  ])('%s finds %p', (query, ids) => {
    expect(found(query)).toBe(ids);
  });

  it.each([
    'nonsense',
    'name',
    "name = 'open",
    'name = sales',
    "name > 'a'",
    "trashed = 'false'",
    'trashed > true',
    'trashed = maybe',
    "size > '1'",
    "toString = 'x'",
    "modifiedTime > 'yesterday'",
    "modifiedTime contains '2026-11-01'",
    "'x' in name",
    "'x' in",
    "'x' in constructor",
    "(name = 'a'",
    "name = 'a')",
    "name = 'a' and",
    "name = 'a' name = 'b'",
    "name = 'a' && name = 'b'",
    'not',
    `${'('.repeat(1_000)}trashed=true${')'.repeat(1_000)}`,
    `${'not '.repeat(10_000)}trashed=true`,
  ])('%.40s is refused', (query) => {
    expect(() => found(query)).toThrow(
      expect.objectContaining({
        code: 400,
        message: 'Invalid Value',
        options: {
          item: {
            reason: 'invalid',
            domain: 'global',
            location: 'q',
            locationType: 'parameter',
          },
        },
      }) as ApiError,
    );
  });
});
