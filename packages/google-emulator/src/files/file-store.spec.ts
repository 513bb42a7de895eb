import { StandingClock } from '../testing/standing-clock';
import { type FileChange } from './drive-file';
import { FileStore, SPREADSHEET } from './file-store';

const ROBOT = 'robot@project.test';
const OTHER = 'other@project.test';
const START = Date.UTC(2026, 10, 15);

function setUp(): { clock: StandingClock; files: FileStore; seen: FileChange[] } {
  const clock = new StandingClock(START);
  const files = new FileStore(clock);
  const seen: FileChange[] = [];
  files.onChange((change) => seen.push(change));
  files.add({ id: 'sales', name: 'Sales', mimeType: SPREADSHEET, readers: [ROBOT] });
  return { clock, files, seen };
}

describe('FileStore', () => {
  it('makes an id as long as those of Drive, and refuses one that is taken', () => {
    const { files } = setUp();
    expect(files.add({ name: 'New', mimeType: SPREADSHEET }).id).toMatch(/^[\w-]{44}$/);
    expect(() => files.add({ id: 'sales', name: 'Sales', mimeType: SPREADSHEET })).toThrow(
      'There is a file sales already',
    );
  });

  it('lets in whom the file is shared with, and everybody with a link', () => {
    const { files } = setUp();
    const file = files.find('sales');
    if (!file) throw new Error('The file is missing');
    expect([files.canRead(file, ROBOT), files.canWrite(file, ROBOT)]).toEqual([true, false]);
    expect(files.canRead(file, OTHER)).toBe(false);
    files.share('sales', OTHER, 'writer');
    expect([files.canRead(file, OTHER), files.canWrite(file, OTHER)]).toEqual([true, true]);
    files.unshare('sales', OTHER);
    expect(files.canRead(file, OTHER)).toBe(false);
    files.shareByLink('sales');
    expect([files.canRead(file, OTHER), files.isSharedWith(file, OTHER)]).toEqual([true, false]);
  });

  it.each([
    ['by-api', 2, 1_000],
    ['by-hand', 2, 1_000],
    ['view', 2, 0],
    ['sharing', 2, 0],
    ['recalculation', 1, 0],
  ] as const)(
    'after %s the version is %d and the modified time %d ms later',
    (how, version, ms) => {
      const { clock, files } = setUp();
      clock.advance(1_000);
      files.touch('sales', how);
      const file = files.find('sales');
      expect([file?.version, file && files.modifiedTime(file)]).toEqual([version, START + ms]);
      expect(files.changesFrom(2, ROBOT)).toHaveLength(version - 1);
    },
  );

  it('shows edits by hand after the lag, as one change with the time of the last', () => {
    const { clock, files, seen } = setUp();
    files.lagMs = 180_000;
    clock.advance(1_000);
    files.touch('sales', 'by-hand');
    clock.advance(100_000);
    files.touch('sales', 'by-hand');
    expect([files.find('sales')?.version, files.nextPosition]).toEqual([1, 2]);
    expect(files.showLateEdits()).toBe(START + 181_000);
    clock.advance(80_000);
    const file = files.find('sales');
    expect([file?.version, file?.modifiedTime]).toEqual([2, START + 101_000]);
    expect(files.changesFrom(2, ROBOT)).toHaveLength(1);
    expect(seen.map(({ kind }) => kind)).toEqual(['add', 'content']);
    expect(files.showLateEdits()).toBeUndefined();
  });

  it('gives a late edit a place behind what was seen before it', () => {
    const { clock, files } = setUp();
    files.add({ id: 'stock', name: 'Stock', mimeType: SPREADSHEET, readers: [ROBOT] });
    files.lagMs = 60_000;
    files.touch('sales', 'by-hand');
    files.touch('stock', 'by-api');
    const readUntil = files.nextPosition;
    clock.advance(60_000);
    expect(files.changesFrom(readUntil, ROBOT).map(({ fileId }) => fileId)).toEqual(['sales']);
  });

  it('never takes the modified time back when a late edit shows', () => {
    const { clock, files } = setUp();
    files.lagMs = 60_000;
    files.touch('sales', 'by-hand');
    clock.advance(10_000);
    files.touch('sales', 'by-api');
    clock.advance(50_000);
    expect(files.find('sales')).toMatchObject({ modifiedTime: START + 10_000, version: 3 });
  });

  it('tells whom a file was taken from that it is gone, and the others that it changed', () => {
    const { files } = setUp();
    files.share('sales', OTHER);
    files.unshare('sales', OTHER);
    files.unshare('sales', 'nobody@project.test');
    const removed = (email: string): boolean[] =>
      files.changesFrom(1, email).map((change) => change.removed);
    expect(removed(OTHER)).toEqual([true]);
    expect(removed(ROBOT)).toEqual([false]);
    expect(removed('nobody@project.test')).toEqual([]);
    files.remove('sales');
    expect(removed(ROBOT)).toEqual([true]);
    expect(files.find('sales')).toBeUndefined();
  });

  it('keeps the feed as small as the number of files, however often they change', () => {
    const { files } = setUp();
    for (let i = 0; i < 5_000; i += 1) files.touch('sales', 'by-api');
    expect(files.changesFrom(1, ROBOT).map(({ position }) => position)).toEqual([5_001]);
    expect(files.nextPosition).toBe(5_002);
  });

  it('shows a late edit once, even to a listener that reads while it is told', () => {
    const { clock, files, seen } = setUp();
    files.add({ id: 'stock', name: 'Stock', mimeType: SPREADSHEET, readers: [ROBOT] });
    files.onChange(() => files.all());
    files.lagMs = 1_000;
    files.touch('sales', 'by-hand');
    files.touch('stock', 'by-hand');
    clock.advance(1_000);
    files.all();
    expect(seen.filter(({ kind }) => kind === 'content')).toHaveLength(2);
  });

  it('knows the bin, other names, and says what is wrong with an unknown id', () => {
    const { files, seen } = setUp();
    files.trash('sales');
    files.trash('sales', false);
    files.rename('sales', 'Sales 2026');
    expect(seen.map(({ kind }) => kind)).toEqual(['add', 'trash', 'untrash', 'properties']);
    expect(files.find('sales')).toMatchObject({ trashed: false, name: 'Sales 2026', version: 4 });
    expect(() => files.trash('nope')).toThrow('There is no file nope');
  });

  it('tells nobody any more who stopped listening', () => {
    const { files } = setUp();
    const calls: string[] = [];
    const stop = files.onChange(({ fileId }) => calls.push(fileId));
    files.touch('sales', 'view');
    stop();
    files.touch('sales', 'view');
    expect(calls).toEqual(['sales']);
  });
});
