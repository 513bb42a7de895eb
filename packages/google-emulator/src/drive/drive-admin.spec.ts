import { EmulatorClock } from '../control/emulator-clock';
import { FileStore, SPREADSHEET } from '../files/file-store';
import { callAdmin } from '../testing/call-route';
import { driveAdminRoutes } from './drive-admin';

function setUp(): { files: FileStore; call: (...request: Request) => unknown } {
  const files = new FileStore(new EmulatorClock());
  const module = { routes: [], adminRoutes: driveAdminRoutes(files) };
  return { files, call: (...[method, path, body]) => callAdmin(module, method, path, body) };
}
type Request = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown];

describe('setting the scene of Drive from another process', () => {
  it('adds, shares, touches, bins and deletes files', () => {
    const { files, call } = setUp();
    const added = { id: 'sales', name: 'Sales', mimeType: SPREADSHEET, readers: ['a@b.test'] };
    expect(call('POST', '/drive/files', added)).toMatchObject({ ...added, version: 1 });
    call('PUT', '/drive/files/sales/sharing', { email: 'c@d.test', role: 'writer' });
    call('PUT', '/drive/files/sales/sharing', { email: 'a@b.test', role: 'none' });
    call('PUT', '/drive/files/sales/sharing', { anyoneWithLink: true });
    call('POST', '/drive/files/sales/touch', { how: 'view' });
    call('PUT', '/drive/files/sales/trashed', { trashed: true });
    expect(call('GET', '/drive/files')).toMatchObject({
      files: [
        { readers: [], writers: ['c@d.test'], anyoneWithLink: true, trashed: true, version: 6 },
      ],
    });
    call('DELETE', '/drive/files/sales');
    expect(files.all()).toEqual([]);
    call('PUT', '/drive/lag', { ms: 5_000 });
    expect(files.lagMs).toBe(5_000);
  });

  const refused: [string, Request][] = [
    ['Send a JSON object', ['POST', '/drive/files']],
    ['Give the file a name and a mimeType', ['POST', '/drive/files', { name: 'x' }]],
    [
      'Give readers as a list of emails',
      ['POST', '/drive/files', { name: 'x', mimeType: 'y', readers: 'z' }],
    ],
    [
      'There is a file there already',
      ['POST', '/drive/files', { id: 'there', name: 'x', mimeType: 'y' }],
    ],
    ['There is no file nope', ['DELETE', '/drive/files/nope']],
    ['Say with whom', ['PUT', '/drive/files/there/sharing', {}]],
    ['The role is', ['PUT', '/drive/files/there/sharing', { email: 'x' }]],
    ['Say what happens', ['POST', '/drive/files/there/touch', { how: 'magic' }]],
    ['Give {trashed}', ['PUT', '/drive/files/there/trashed', {}]],
    ['Give {ms}', ['PUT', '/drive/lag', { ms: -1 }]],
  ];
  it.each(refused)('says what to do: %s', (message, request) => {
    const { files, call } = setUp();
    files.add({ id: 'there', name: 'There', mimeType: SPREADSHEET });
    expect(() => call(...request)).toThrow(message);
  });
});
