import { closeStores, temporaryStore } from './testing/temporary-store';
import { scanEntries, scanKeys } from './chunked-scan';
import { type LmdbStore } from './lmdb-store';

afterEach(closeStores);

const keyOf = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};
const everything = { start: keyOf(0), end: keyOf(0xffffffff) };

function storeWith(count: number): LmdbStore {
  const store = temporaryStore();
  store.transaction(() => {
    for (let number = 0; number < count; number++) store.put(keyOf(number), Buffer.alloc(1));
  });
  return store;
}

describe('a scan in chunks', () => {
  it.each([0, 1, 63, 64, 65, 2_500])('reads all of %d entries in both directions', (count) => {
    const store = storeWith(count);
    const numbers = [...scanKeys(store, everything)].map((key) => key.readUInt32BE());
    expect(numbers).toEqual(Array.from({ length: count }, (_, number) => number));
    const backwards = [...scanEntries(store, everything, true)].map(([key]) => key.readUInt32BE());
    expect(backwards).toEqual(numbers.reverse());
  });

  it('sees what is written while it goes on, and never what is gone', () => {
    const store = storeWith(10);
    const seen: number[] = [];
    for (const key of scanKeys(store, everything)) {
      const number = key.readUInt32BE();
      seen.push(number);
      if (number === 3) {
        store.transaction(() => {
          store.remove(keyOf(5));
          store.put(keyOf(100), Buffer.alloc(1));
          store.put(keyOf(1), Buffer.alloc(1));
        });
      }
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 100]);
  });
});
