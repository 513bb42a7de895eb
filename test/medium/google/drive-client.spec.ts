import { type DriveChange } from '@tributary/google';
import { GoogleEmulator } from '@tributary/google-emulator';
import { BOT, connectGoogle, type GoogleClients, keyOf } from '../../factories/google';

describe('the client of Drive', () => {
  let emulator: GoogleEmulator;
  let clients: GoogleClients;

  beforeEach(async () => {
    emulator = await GoogleEmulator.start();
    clients = await connectGoogle(emulator, [keyOf(emulator.accounts.create(BOT))]);
  });
  afterEach(() => emulator.stop());

  const newSheet = (title: string, readers = [BOT]): string =>
    emulator.sheets.create({ title, tabs: [{ title: 'Orders', rows: [['id']] }] }, { readers }).id;

  async function changesSince(token: string): Promise<{ changes: DriveChange[]; next: string }> {
    const changes: DriveChange[] = [];
    let next = token;
    for await (const page of clients.drive.changes(token)) {
      changes.push(...page.changes);
      next = page.next;
    }
    return { changes, next };
  }

  it('tells when a file was modified, and its version', async () => {
    const id = newSheet('Shop');
    const before = await clients.drive.getFile(id);
    expect(before).toMatchObject({
      id,
      name: 'Shop',
      mimeType: 'application/vnd.google-apps.spreadsheet',
      trashed: false,
    });
    emulator.clock.advance(1_000);
    emulator.files.touch(id, 'by-hand');
    const after = await clients.drive.getFile(id);
    expect(after.modifiedTime.getTime()).toBeGreaterThan(before.modifiedTime.getTime());
    expect(after.version).toBeGreaterThan(before.version);
  });

  it('tells what changed since the last time, and only that', async () => {
    const [first, second] = [newSheet('First'), newSheet('Second')];
    const foreign = newSheet('Foreign', ['somebody@else.example']);
    const start = await clients.drive.getStartPageToken();
    expect(await changesSince(start)).toMatchObject({ changes: [] });

    emulator.files.touch(first, 'by-hand');
    emulator.files.touch(foreign, 'by-hand');
    const { changes, next } = await changesSince(start);
    expect(changes).toMatchObject([{ fileId: first, removed: false, file: { name: 'First' } }]);

    emulator.files.unshare(second, BOT);
    expect((await changesSince(next)).changes).toMatchObject([
      { fileId: second, removed: true, file: undefined },
    ]);
  });

  it('reads more changes than fit on a page', async () => {
    const start = await clients.drive.getStartPageToken();
    const ids = Array.from({ length: 1_005 }, (_, index) => newSheet(`Sheet ${index}`));
    emulator.log.clear();
    const { changes, next } = await changesSince(start);
    expect(new Set(changes.map(({ fileId }) => fileId))).toEqual(new Set(ids));
    expect(emulator.log.entries({ route: 'changes.list' })).toHaveLength(2);
    expect((await changesSince(next)).changes).toEqual([]);
  });

  it('hears of an edit by hand only when Drive shows it', async () => {
    const id = newSheet('Shop');
    const start = await clients.drive.getStartPageToken();
    emulator.files.lagMs = 180_000;
    emulator.files.touch(id, 'by-hand');
    expect((await changesSince(start)).changes).toEqual([]);
    emulator.clock.advance(180_000);
    expect((await changesSince(start)).changes).toMatchObject([{ fileId: id }]);
  });

  it('refuses a page that leads nowhere: the rest would be lost', async () => {
    emulator.faults.add({ route: 'changes.list', kind: 'wrong-json', value: { changes: [] } });
    const start = await clients.drive.getStartPageToken();
    await expect(clients.drive.listChanges(start)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
  });
});
