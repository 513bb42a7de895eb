import fc from 'fast-check';
import { hashTexts, type RowHash } from './text-hash';
import { type StoredFingerprint, FingerprintTable } from './fingerprint-table';

const hash = (text: string | number): RowHash => hashTexts([String(text)]);

function row(rowNumber: number, identity: string, content = identity): StoredFingerprint {
  return { rowId: 100 + rowNumber, rowNumber, identity: hash(identity), content: hash(content) };
}

function storedRows(...rows: readonly StoredFingerprint[]): FingerprintTable {
  const stored = new FingerprintTable();
  for (const each of rows) stored.add(each);
  return stored;
}

function takeFirst(stored: FingerprintTable, identity: string): number | undefined {
  const group = stored.groupOf(hash(identity));
  const place = group === undefined ? undefined : stored.firstFree(group);
  if (place !== undefined) stored.takeAsSeen(place);
  return place;
}

describe('FingerprintTable', () => {
  it('keeps what it was given', () => {
    const stored = storedRows(row(2, 'a', 'x'), row(5, 'b', 'y'));
    expect(stored.size).toBe(2);
    expect(stored.maxRowId).toBe(105);
    expect([stored.rowIdAt(1), stored.rowNumberAt(1)]).toEqual([105, 5]);
    expect(stored.hasIdentity(1, hash('b'))).toBe(true);
    expect(stored.hasIdentity(1, hash('a'))).toBe(false);
    expect(stored.hasContent(0, hash('x'))).toBe(true);
    expect(stored.hasContent(0, hash('a'))).toBe(false);
    expect(stored.hasContent(0, { ...hash('x'), hi: 1 })).toBe(false);
    expect(stored.hasContent(0, { ...hash('x'), lo: 1 })).toBe(false);
  });

  it('is empty at first', () => {
    const stored = new FingerprintTable();
    expect([stored.size, stored.maxRowId, stored.groupOf(hash('a'))]).toEqual([0, 0, undefined]);
  });

  it('takes rows of one identity in order', () => {
    const stored = storedRows(row(1, 'a'), row(2, 'b'), row(3, 'a'), row(4, 'a'));
    stored.takeAsSeen(2);
    const taken = ['a', 'b', 'a', 'a', 'b', 'c'].map((each) => takeFirst(stored, each));
    expect(taken).toEqual([0, 1, 3, undefined, undefined, undefined]);
  });

  it('remembers that a group had several rows when they are taken', () => {
    const stored = storedRows(row(1, 'a'), row(2, 'b'), row(3, 'a'));
    const several = (): (boolean | undefined)[] =>
      ['a', 'b'].map((each) => stored.hasSeveral(stored.groupOf(hash(each)) ?? NaN));
    expect(several()).toEqual([true, false]);
    takeFirst(stored, 'a');
    takeFirst(stored, 'a');
    takeFirst(stored, 'b');
    expect(several()).toEqual([true, false]);
  });

  it('finds the row with some content among those of a key', () => {
    const stored = storedRows(row(1, 'k', 'x'), row(2, 'k', 'y'), row(3, 'k', 'y'));
    const group = stored.groupOf(hash('k'))!;
    expect(stored.freeWithContent(group, hash('y'))).toBe(1);
    stored.takeAsPaired(1);
    expect(stored.freeWithContent(group, hash('y'))).toBe(2);
    stored.takeAsSeen(2);
    expect(stored.freeWithContent(group, hash('y'))).toBeUndefined();
  });

  it('gives out every row once, whatever the groups', () => {
    const letters = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 40 });
    fc.assert(
      fc.property(letters, letters, (identities, wanted) => {
        const stored = storedRows(...identities.map((each, index) => row(index + 1, each)));
        const left = identities.map((each): string | undefined => each);
        for (const each of wanted) {
          const expected = left.indexOf(each);
          expect(takeFirst(stored, each)).toBe(expected < 0 ? undefined : expected);
          left[expected] = undefined;
        }
      }),
    );
  });

  it('finds each of many rows, also those that meet in the table', () => {
    const stored = new FingerprintTable();
    const identity = (index: number): RowHash => ({ hi: index, lo: index % 997 });
    for (let index = 0; index < 5_000; index += 1) {
      stored.add({ rowId: 1, rowNumber: 1, identity: identity(index), content: hash('') });
    }
    for (let index = 0; index < 5_000; index += 1) {
      if (stored.groupOf(identity(index)) !== index) throw new Error(`${index} is lost`);
    }
  });

  it('takes two rows with one number, but none out of order', () => {
    const stored = storedRows(row(3, 'a'), row(3, 'b'));
    expect(() => stored.add(row(2, 'c'))).toThrow('ascending order');
  });

  it.each([0, -1, 1.5, 2 ** 53])('takes %d for no row id', (rowId) => {
    expect(() => storedRows({ ...row(1, 'a'), rowId })).toThrow('is no row id');
  });
});
