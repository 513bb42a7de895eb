import { closeStores, temporaryStore, withFolder } from './testing/temporary-store';
import { execFileSync } from 'node:child_process';
import { LmdbStore } from './lmdb-store';
import { type OrderedStore } from './ordered-store';

afterEach(closeStores);

const key = (text: string): Buffer => Buffer.from(text);

async function withStore(work: (store: OrderedStore) => Promise<void>): Promise<void> {
  await work(temporaryStore());
}

function put(store: OrderedStore, ...keys: string[]): void {
  store.transaction(() => keys.forEach((text) => store.put(key(text), key(text.toUpperCase()))));
}

describe('an ordered store', () => {
  it('reads ranges forwards and backwards, start included and end excluded', () =>
    withStore(async (store) => {
      put(store, 'a', 'b', 'ba', 'c', 'd');
      const texts = (reverse: boolean, limit = 10): string[] =>
        store.scan(key('b'), key('d'), reverse, limit).map(([found]) => found.toString());
      expect(texts(false)).toEqual(['b', 'ba', 'c']);
      expect(texts(true)).toEqual(['c', 'ba', 'b']);
      expect(texts(true, 2)).toEqual(['c', 'ba']);
      expect(store.keys(key('b'), key('d'), false, 1)).toEqual([key('b')]);
      expect(store.count(key('b'), key('d'))).toBe(3);
      expect(store.keyAt(key('a'), key('z'), false, 3)).toEqual(key('c'));
      expect(store.keyAt(key('a'), key('z'), true, 3)).toEqual(key('b'));
      expect(store.keyAt(key('a'), key('z'), false, 5)).toBeUndefined();
      await store.flush();
    }));

  it('keeps nothing of a transaction that throws', () =>
    withStore(async (store) => {
      put(store, 'a');
      const failing = store.write(() => {
        store.put(key('a'), key('changed'));
        store.put(key('b'), key('new'));
        store.remove(key('a'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(store.get(key('a'))).toEqual(key('A'));
      expect(store.get(key('b'))).toBeUndefined();
    }));

  it('sees its own changes inside of a transaction and gives back what the work returns', () =>
    withStore(async (store) => {
      const result = await store
        .write(
          () => {
            store.put(key('a'), key('1'));
            // An object that looks like a promise is still only a value.
            return { then: 'field', found: store.get(key('a'))?.toString() };
          },
          { sync: true },
        )
        .then((value) => value.found, String);
      expect(result).toBe('1');
    }));

  it('has a generation that every transaction changes', () =>
    withStore((store) => {
      const before = store.generation;
      put(store, 'a');
      expect(store.generation).not.toBe(before);
      return Promise.resolve();
    }));
});

describe('LmdbStore', () => {
  it('holds after a kill -9 what was written before', () =>
    withFolder((folder) => {
      const script = `
        const { open } = require('lmdb');
        const db = open({ path: process.argv[1] + '/data.mdb', encoding: 'binary', keyEncoding: 'binary', noSubdir: true, mapSize: 1 << 28 });
        for (let i = 0; i < 100; i++)
          db.transactionSync(() => { db.putSync(Buffer.from('k' + i), Buffer.from('v')); }, 0x10003);
        process.kill(process.pid, 'SIGKILL');
      `;
      const run = (): unknown =>
        execFileSync(process.execPath, ['-e', script, folder], { cwd: process.cwd() });
      expect(run).toThrow();
      const store = LmdbStore.open(folder);
      expect(store.count(key('k'), key('l'))).toBe(100);
      return store.close();
    }));

  it('refuses to write once it is closed', () =>
    withFolder(async (folder) => {
      const store = LmdbStore.open(folder);
      await store.close();
      await expect(store.write(() => 1)).rejects.toMatchObject({ code: 91 });
    }));

  it.each([
    'MDB_MAP_FULL: Environment mapsize limit reached',
    'No space left on device',
    'Input/output error',
  ])('turns "%s" into error 14031, and does not commit around it', (message) =>
    withFolder(async (folder) => {
      const store = LmdbStore.open(folder);
      const database = (store as unknown as { database: { putSync: () => void } }).database;
      const original = database.putSync;
      database.putSync = () => {
        throw new Error(message);
      };
      const swallowing = store.write(() => {
        store.remove(key('other'));
        try {
          store.put(key('a'), key('1'));
        } catch {
          // A bulk write takes errors for those of one statement.
        }
      });
      await expect(swallowing).rejects.toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
      database.putSync = original;
      await store.write(() => store.put(key('b'), key('2')));
      expect(store.get(key('b'))).toEqual(key('2'));
      await store.close();
    }),
  );
});
