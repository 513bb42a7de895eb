import { EmulatorClock } from '../control/emulator-clock';
import { FileStore, SPREADSHEET } from '../files/file-store';
import { fileOrder } from './file-order';

function ordered(orderBy: string): string {
  const clock = new EmulatorClock();
  const files = new FileStore(clock);
  for (const [day, name] of [
    [1, 'b 10'],
    [2, 'a'],
    [3, 'b 9'],
  ] as const) {
    clock.set(Date.UTC(2026, 10, day));
    files.add({ id: name, name, mimeType: SPREADSHEET });
  }
  clock.set(Date.UTC(2026, 10, 4));
  files.touch('a', 'by-api');
  files.add({ id: 'dir', name: 'z', mimeType: 'application/vnd.google-apps.folder' });
  return files
    .all()
    .sort(fileOrder(files, orderBy))
    .map(({ id }) => id)
    .join(',');
}

describe('orderBy', () => {
  it.each([
    ['modifiedTime', 'b 10,b 9,a,dir'],
    ['modifiedTime desc,name', 'a,dir,b 9,b 10'],
    ['modifiedTime desc, createdTime desc', 'dir,a,b 9,b 10'],
    ['createdTime', 'b 10,a,b 9,dir'],
    ['createdTime desc', 'dir,b 9,a,b 10'],
    ['name', 'a,b 10,b 9,dir'],
    ['name desc', 'dir,b 9,b 10,a'],
    ['name_natural', 'a,b 9,b 10,dir'],
    ['folder,name', 'dir,a,b 10,b 9'],
  ])('%p gives %p', (orderBy, expected) => {
    expect(ordered(orderBy)).toBe(expected);
  });

  it('starts with what was modified last when nothing is said', () => {
    expect(ordered('')).toMatch(/^(a,dir|dir,a),b 9,b 10$/);
  });

  it.each(['size', 'name asc', 'name desc desc', 'name,', ','])('refuses %p', (orderBy) => {
    expect(() => ordered(orderBy)).toThrow('Invalid Value');
  });
});
