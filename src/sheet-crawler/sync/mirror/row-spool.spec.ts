import files, { type FileHandle, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isDate } from 'node:util/types';
import { RowSpool } from './row-spool';

interface Item {
  readonly rowNumber: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const item = (rowNumber: number, text = ''): Item => ({
  rowNumber,
  data: { text, at: new Date(1_700_000_000_000 + rowNumber), amount: rowNumber / 3, none: null },
});

describe('RowSpool', () => {
  let spool: RowSpool<Item>;
  let file: FileHandle;

  beforeEach(async () => {
    const open = jest.spyOn(files, 'open');
    spool = await RowSpool.open<Item>();
    // It has no name by which it could be found.
    file = (await open.mock.results[0]?.value) as FileHandle;
    open.mockRestore();
  });
  afterEach(() => spool.close());

  const bytesInFile = async (): Promise<number> => (await file.stat()).size;

  async function batches(size: number): Promise<Item[][]> {
    const all: Item[][] = [];
    for await (const batch of spool.items(size)) all.push(batch);
    return all;
  }

  it('gives nothing when nothing came', async () => {
    await spool.push([]);
    expect(await batches(10)).toEqual([]);
  });

  it('gives items back in order, so many at a time', async () => {
    await spool.push([item(1), item(2), item(3)]);
    await spool.push([item(4)]);
    await spool.push([item(5)]);
    expect(await bytesInFile()).toBe(0);
    expect(await batches(2)).toEqual([[item(1), item(2)], [item(3), item(4)], [item(5)]]);
    expect(await batches(100)).toEqual([[1, 2, 3, 4, 5].map((number) => item(number))]);
  });

  it('keeps dates, numbers and texts as they are', async () => {
    const data = {
      at: new Date(-1),
      dates: [{ deep: new Date(0) }],
      likeDate: '2024-01-01T00:00:00.000Z',
      text: 'Nguyễn\n"😀"',
      zero: -0,
    };
    await spool.push([{ rowNumber: 1, data }]);
    const [[first] = []] = await batches(1);
    expect(first?.data).toEqual(data);
    // Not `instanceof`: Jest has a Date of its own, and Node makes one of Node's.
    expect(isDate(first?.data['at'])).toBe(true);
  });

  it('keeps more than fits into memory, and can be gone through again', async () => {
    const long = 'ư'.repeat(500);
    for (let from = 1; from <= 12_000; from += 300) {
      await spool.push(Array.from({ length: 300 }, (_, index) => item(from + index, long)));
    }
    expect(await bytesInFile()).toBeGreaterThan(8_000_000);
    for (const size of [1_000, 7_001]) {
      const all = await batches(size);
      expect(new Set(all.slice(0, -1).map(({ length }) => length))).toEqual(new Set([size]));
      const numbers = all.flat().map(({ rowNumber }) => rowNumber);
      expect(numbers).toEqual(Array.from({ length: 12_000 }, (_, index) => index + 1));
    }
    const last = (await batches(12_000))[0]?.at(-1);
    expect(last).toEqual(item(12_000, long));
  });

  it('leaves no file to be found', async () => {
    await spool.push(Array.from({ length: 10 }, (_, index) => item(index, 'x'.repeat(1_000_000))));
    const names = await readdir(tmpdir());
    // Only those of this process: other workers may be opening theirs right now.
    const ours = names.filter((name) => name.startsWith(`tributary-rows-${process.pid}-`));
    expect(ours).toEqual([]);
  });

  it('can be closed twice, and then takes nothing', async () => {
    await spool.close();
    await spool.close();
    await expect(spool.push([item(1)])).rejects.toThrow('closed');
  });
});
