import fc from 'fast-check';
import { MirrorDiff } from './mirror-diff';
import { type MirrorCounts, type DiffResult } from './diff-result';
import { hashTexts } from './text-hash';
import { type StoredFingerprint, FingerprintTable } from './fingerprint-table';

/** The cells of a row, of which the first is the key if there is one. A blank row has none. */
type Cells = readonly string[];

interface StoredDocument {
  readonly rowNumber: number;
  readonly cells: Cells;
}

/** Stored rows that follow a sheet just as a sync lets them, and check each step of it. */
class Mirror {
  readonly documents = new Map<number, StoredDocument>();
  private nextId = 1;

  constructor(
    private readonly hasKey: boolean,
    sheet: readonly Cells[] = [],
  ) {
    this.follow(sheet);
  }

  /** Makes the stored rows those of the sheet, and returns what it took. */
  follow(sheet: readonly Cells[]): MirrorCounts {
    const { result, moved, changed, added, same } = this.compare(sheet);
    const { counts } = result;
    const before = new Map(this.documents);
    const untouched = new Set(before.keys());
    const take = (rowId: number): StoredDocument => {
      must(untouched.delete(rowId), `row ${rowId} is there, and nobody took it before`);
      return before.get(rowId) as StoredDocument;
    };
    for (const [rowId, document] of moved) {
      const old = take(rowId);
      must(isAlike(old, document) && old.rowNumber !== document.rowNumber, 'it moved');
      this.documents.set(rowId, document);
    }
    for (const [rowId, document] of changed) {
      const old = take(rowId);
      must(!isAlike(old, document) && old.cells[0] === document.cells[0], 'it changed');
      this.documents.set(rowId, document);
    }
    let edited = 0;
    let inserted = 0;
    added.forEach((document, pendingIndex) => {
      const rowId = result.pairOf(pendingIndex);
      const old = rowId === undefined ? undefined : take(rowId);
      const hasMoved = old !== undefined && isAlike(old, document);
      must(result.hasOnlyMoved(pendingIndex) === hasMoved, 'a pair of equal content is a move');
      if (!old) inserted += 1;
      else if (!hasMoved) edited += 1;
      this.documents.set(rowId ?? this.nextId++, document);
    });
    for (const rowId of result.vanishingIds()) {
      take(rowId);
      this.documents.delete(rowId);
    }
    const seen = numbered(sheet).length;
    const deleted = before.size + inserted - seen;
    const paired = added.length - inserted;
    must(untouched.size === same, 'every stored row is accounted for');
    must(!this.hasKey || paired === 0, 'nothing is paired with a key');
    const kept = counts.same + counts.moved + counts.changed + counts.edited;
    must(kept + counts.inserted === seen, 'every row of the sheet is counted once');
    must(kept + counts.deleted === before.size, 'every stored row is counted once');
    must(result.vanishing === deleted, 'what vanishes is announced');
    expect(counts).toEqual({
      same,
      moved: moved.length + paired - edited,
      changed: changed.length,
      inserted,
      edited,
      deleted,
    });
    expect(this.inOrder().map(([, document]) => document)).toEqual(numbered(sheet));
    return counts;
  }

  compare(sheet: readonly Cells[]): {
    readonly result: DiffResult;
    readonly moved: (readonly [number, StoredDocument])[];
    readonly changed: (readonly [number, StoredDocument])[];
    readonly added: readonly StoredDocument[];
    readonly same: number;
  } {
    const diff = new MirrorDiff(this.storedRows(), { hasKey: this.hasKey });
    const found = { moved: [], changed: [] } as Record<string, [number, StoredDocument][]>;
    const added: StoredDocument[] = [];
    let same = 0;
    for (const document of numbered(sheet)) {
      const match = diff.match({ rowNumber: document.rowNumber, ...this.hashes(document.cells) });
      if (match.kind === 'same') same += 1;
      else if (match.kind === 'new')
        must(match.pendingIndex === added.push(document) - 1, 'pendingIndexes count');
      else found[match.kind]?.push([match.rowId, document]);
    }
    const { moved = [], changed = [] } = found;
    return { result: diff.finish(), moved, changed, added, same };
  }

  /** The ids of the stored rows, in order of the sheet. */
  ids(): number[] {
    return this.inOrder().map(([rowId]) => rowId);
  }

  private storedRows(): FingerprintTable {
    const stored = new FingerprintTable();
    for (const [rowId, { rowNumber, cells }] of this.inOrder()) {
      stored.add({ rowId, rowNumber, ...this.hashes(cells) });
    }
    return stored;
  }

  private hashes(cells: Cells): Pick<StoredFingerprint, 'identity' | 'content'> {
    const content = hashTexts(cells);
    const [key = ''] = cells;
    return { content, identity: this.hasKey && key !== '' ? hashTexts(['key', key]) : content };
  }

  private inOrder(): [number, StoredDocument][] {
    return [...this.documents].sort(([, one], [, other]) => one.rowNumber - other.rowNumber);
  }
}

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`It does not hold that ${what}`);
}

function isAlike(one: StoredDocument, other: StoredDocument): boolean {
  return JSON.stringify(one.cells) === JSON.stringify(other.cells);
}

function numbered(sheet: readonly Cells[]): StoredDocument[] {
  return sheet
    .map((cells, index) => ({ rowNumber: index + 2, cells }))
    .filter(({ cells }) => cells.length > 0);
}

/** Rows `from` to `to`, each with a key and a value. */
function rows(from: number, to: number): Cells[] {
  return Array.from({ length: to - from + 1 }, (_, index) => [`k${from + index}`, 'v']);
}

const NOTHING = { same: 0, moved: 0, changed: 0, inserted: 0, edited: 0, deleted: 0 };

describe.each([
  ['with a key', true],
  ['without a key', false],
])('MirrorDiff %s', (_, hasKey) => {
  it('finds a sheet as it was', () => {
    const mirror = new Mirror(hasKey, rows(1, 10));
    expect(mirror.follow(rows(1, 10))).toEqual({ ...NOTHING, same: 10 });
  });

  it('inserts all rows at first', () => {
    expect(new Mirror(hasKey).follow(rows(1, 4))).toEqual({ ...NOTHING, inserted: 4 });
  });

  it('deletes a row and appends one, and moves those between', () => {
    const mirror = new Mirror(hasKey, rows(1, 10));
    const counts = mirror.follow([...rows(1, 4), ...rows(6, 11)]);
    expect(counts).toEqual({ ...NOTHING, same: 4, moved: 5, inserted: 1, deleted: 1 });
    expect(mirror.ids()).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11]);
  });

  it('only moves rows when the sheet is sorted', () => {
    const mirror = new Mirror(hasKey, rows(1, 10));
    expect(mirror.follow(rows(1, 10).reverse())).toEqual({ ...NOTHING, moved: 10 });
    expect(mirror.ids()).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('updates the one row with an edited cell', () => {
    const mirror = new Mirror(hasKey, rows(1, 10));
    const counts = mirror.follow(rows(1, 10).with(4, ['k5', 'edited']));
    const update = hasKey ? { changed: 1 } : { edited: 1 };
    expect(counts).toEqual({ ...NOTHING, same: 9, ...update });
    expect(mirror.ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('updates an edited row also when rows were inserted before it', () => {
    const mirror = new Mirror(hasKey, rows(1, 6));
    const counts = mirror.follow([...rows(21, 22), ...rows(1, 6).with(3, ['k4', 'edited'])]);
    const update = hasKey ? { changed: 1 } : { edited: 1 };
    expect(counts).toEqual({ ...NOTHING, moved: 5, inserted: 2, ...update });
    expect(mirror.ids()).toEqual([7, 8, 1, 2, 3, 4, 5, 6]);
  });

  it('updates all rows when a column is filled', () => {
    const mirror = new Mirror(hasKey, rows(1, 5));
    const counts = mirror.follow(rows(1, 5).map((cells) => [...cells, 'new']));
    expect(counts).toEqual({ ...NOTHING, ...(hasKey ? { changed: 5 } : { edited: 5 }) });
    expect(mirror.ids()).toEqual([1, 2, 3, 4, 5]);
  });

  it('inserts rows in the middle and moves those behind', () => {
    const mirror = new Mirror(hasKey, rows(1, 10));
    const counts = mirror.follow([...rows(1, 5), ...rows(11, 13), ...rows(6, 10)]);
    expect(counts).toEqual({ ...NOTHING, same: 5, moved: 5, inserted: 3 });
  });

  it('counts what would vanish before anything is written', () => {
    const mirror = new Mirror(hasKey, rows(1, 10));
    const vanishing = (sheet: readonly Cells[]): number => mirror.compare(sheet).result.vanishing;
    expect(vanishing([])).toBe(10);
    expect(vanishing(rows(1, 3))).toBe(7);
    const { counts } = mirror.compare(rows(9, 10)).result;
    expect(counts).toEqual({ ...NOTHING, moved: 2, deleted: 8 });
    expect([...mirror.compare(rows(9, 10)).result.vanishingIds()]).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  it('takes blank rows for nothing but other row numbers', () => {
    const mirror = new Mirror(hasKey, rows(1, 4));
    const counts = mirror.follow([...rows(1, 2), [], [], ...rows(3, 4)]);
    expect(counts).toEqual({ ...NOTHING, same: 2, moved: 2 });
  });

  it('deletes one of several identical rows', () => {
    const mirror = new Mirror(hasKey, [['a'], ['a'], ['a'], ['b']]);
    expect(mirror.follow([['a'], ['a'], ['b']])).toEqual({
      ...NOTHING,
      same: 2,
      moved: 1,
      deleted: 1,
    });
  });

  it('inserts one more of several identical rows', () => {
    const mirror = new Mirror(hasKey, [['a'], ['a'], ['b']]);
    expect(mirror.follow([['a'], ['a'], ['a'], ['b']])).toEqual({
      ...NOTHING,
      same: 2,
      moved: 1,
      inserted: 1,
    });
  });

  it('finds stored rows of which two have one number', () => {
    const mirror = new Mirror(hasKey, rows(1, 4));
    mirror.documents.set(2, { rowNumber: 2, cells: ['k2', 'v'] });
    expect(mirror.follow(rows(1, 4))).toEqual({ ...NOTHING, same: 3, moved: 1 });
  });

  it('wants rows in order, and none after the end', () => {
    const diff = new MirrorDiff(new FingerprintTable(), { hasKey });
    const hash = hashTexts(['a']);
    diff.match({ rowNumber: 2, identity: hash, content: hash });
    expect(() => diff.match({ rowNumber: 2, identity: hash, content: hash })).toThrow('ascending');
    diff.finish();
    expect(() => diff.match({ rowNumber: 3, identity: hash, content: hash })).toThrow('finished');
    expect(() => diff.finish()).toThrow('finished');
  });
});

describe('MirrorDiff with keys that occur twice', () => {
  const sheet: readonly Cells[] = [
    ['k', 'x'],
    ['l', 'x'],
    ['k', 'y'],
    ['k', 'z'],
  ];

  it('updates the row whose cell was edited', () => {
    const mirror = new Mirror(true, sheet);
    expect(mirror.follow(sheet.with(2, ['k', 'edited']))).toEqual({
      ...NOTHING,
      same: 3,
      changed: 1,
    });
    expect(mirror.ids()).toEqual([1, 2, 3, 4]);
  });

  it('knows the rows by their content when they are sorted', () => {
    const mirror = new Mirror(true, sheet);
    expect(mirror.follow(sheet.toReversed())).toEqual({ ...NOTHING, moved: 4 });
    expect(mirror.ids()).toEqual([4, 3, 2, 1]);
  });

  it('deletes the one that is gone', () => {
    const mirror = new Mirror(true, sheet);
    expect(mirror.follow(sheet.toSpliced(2, 1))).toEqual({
      ...NOTHING,
      same: 2,
      moved: 1,
      deleted: 1,
    });
    expect(mirror.ids()).toEqual([1, 2, 4]);
  });

  it('takes the one at the same row number for an edited row', () => {
    const mirror = new Mirror(true, [
      ['k', 'x'],
      ['k', 'y'],
      ['k', 'z'],
    ]);
    mirror.follow([
      ['m', 'x'],
      ['k', 'edited'],
      ['k', 'z'],
    ]);
    expect(mirror.ids()).toEqual([4, 2, 3]);
  });

  it('takes the one behind the same row for an edited row that moved', () => {
    const mirror = new Mirror(true, [['k', 'x'], ['l'], ['k', 'y'], ['n']]);
    mirror.follow([['p'], ['q'], ['l'], ['k', 'edited'], ['n']]);
    expect(mirror.ids()).toEqual([5, 6, 2, 3, 4]);
  });

  it('never takes a new key for an edited row', () => {
    const mirror = new Mirror(true, sheet);
    expect(mirror.follow(sheet.with(1, ['m', 'x']))).toEqual({
      ...NOTHING,
      same: 3,
      inserted: 1,
      deleted: 1,
    });
  });
});

describe('MirrorDiff with identical rows and no key', () => {
  const alike = (length: number): Cells[] => Array.from({ length }, () => ['FALSE']);

  it('updates one row that becomes like a thousand others', () => {
    const mirror = new Mirror(false, [['x'], ['y'], ...alike(1_000)]);
    const counts = mirror.follow([['x'], ['FALSE'], ...alike(1_000)]);
    expect(counts).toEqual({ ...NOTHING, same: 1_001, edited: 1 });
  });

  it('updates one of a thousand that becomes different', () => {
    const mirror = new Mirror(false, [['x'], ...alike(1_000)]);
    const counts = mirror.follow([['x'], ...alike(1_000).with(500, ['TRUE'])]);
    expect(counts).toEqual({ ...NOTHING, same: 1_000, edited: 1 });
  });

  it('gives a row what the others left over, as a move', () => {
    const mirror = new Mirror(false, [['x'], ['a'], ['y'], ['a'], ['z'], ['a']]);
    const { result } = mirror.compare([['a'], ['a'], ['y'], ['a'], ['z']]);
    expect(result.counts).toEqual({ ...NOTHING, same: 4, moved: 1, deleted: 1 });
    expect([result.pairOf(0), result.hasOnlyMoved(0)]).toEqual([6, true]);
  });

  it('prefers the one behind the same row, so that an edit beside it is one', () => {
    const mirror = new Mirror(false, [['a'], ['b'], ['a'], ['c'], ['a'], ['d']]);
    const counts = mirror.follow([['b'], ['a'], ['edited'], ['a'], ['d']]);
    expect(counts).toEqual({ ...NOTHING, moved: 4, edited: 1, deleted: 1 });
  });

  it('finds the one at the same row number, though another row has that number too', () => {
    const mirror = new Mirror(false, [['a'], ['b'], ['a']]);
    mirror.documents.set(3, { rowNumber: 3, cells: ['a'] });
    const counts = mirror.follow([['c'], ['a']]);
    expect(counts).toEqual({ ...NOTHING, same: 1, edited: 1, deleted: 1 });
  });

  it('finds its way back after a deleted row, though every row occurs twice', () => {
    const mirror = new Mirror(false, [...rows(1, 50), ...rows(1, 50)]);
    const { result, added } = mirror.compare([...rows(1, 4), ...rows(6, 50), ...rows(1, 50)]);
    expect(result.counts).toEqual({ ...NOTHING, same: 4, moved: 95, deleted: 1 });
    expect(added.length).toBeLessThan(5);
  });
});

describe('MirrorDiff, whatever is done to the sheet', () => {
  const cell = fc.constantFrom('', 'a', 'b', 'c');
  const cells = fc
    .array(cell, { maxLength: 2 })
    .map((parts) => parts.slice(0, parts.findLastIndex((part) => part !== '') + 1));
  const sheets = fc.array(cells, { maxLength: 12 });
  const index = fc.nat({ max: 20 });
  const edits = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('delete' as const), at: index }),
      fc.record({ kind: fc.constant('insert' as const), at: index, cells }),
      fc.record({ kind: fc.constant('append' as const), cells }),
      fc.record({ kind: fc.constant('edit' as const), at: index, cells }),
      fc.record({ kind: fc.constant('sort' as const), column: fc.nat({ max: 1 }) }),
      fc.record({ kind: fc.constant('move' as const), at: index, to: index }),
    ),
    { maxLength: 6 },
  );
  type Edit = typeof edits extends fc.Arbitrary<(infer E)[]> ? E : never;

  function edited(sheet: readonly Cells[], edit: Edit): readonly Cells[] {
    const place = 'at' in edit ? edit.at % Math.max(1, sheet.length) : 0;
    switch (edit.kind) {
      case 'delete':
        return sheet.toSpliced(place, 1);
      case 'insert':
        return sheet.toSpliced(place, 0, edit.cells);
      case 'append':
        return [...sheet, edit.cells];
      case 'edit':
        return sheet.toSpliced(place, 1, edit.cells);
      case 'sort':
        return sheet.toSorted((one, other) => {
          const [a = '', b = ''] = [one[edit.column], other[edit.column]];
          return a < b ? -1 : Number(a > b);
        });
      case 'move':
        return sheet.toSpliced(place, 1).toSpliced(edit.to, 0, ...sheet.slice(place, place + 1));
    }
  }

  it('makes the stored rows those of the sheet, again and again', () => {
    fc.assert(
      fc.property(fc.boolean(), sheets, fc.array(edits, { maxLength: 4 }), (hasKey, first, all) => {
        const mirror = new Mirror(hasKey, first);
        let sheet: readonly Cells[] = first;
        for (const some of all) {
          sheet = some.reduce(edited, sheet);
          mirror.follow(sheet);
          const { result } = mirror.compare(sheet);
          expect(result.counts).toEqual({ ...NOTHING, same: numbered(sheet).length });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('mends row numbers that a run left half written', () => {
    const numbers = fc.array(fc.integer({ min: 2, max: 14 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.boolean(), sheets, sheets, numbers, (hasKey, first, second, written) => {
        const mirror = new Mirror(hasKey, first);
        for (const [place, [rowId, { cells: kept }]] of [...mirror.documents].entries()) {
          mirror.documents.set(rowId, { rowNumber: written[place] ?? 2, cells: kept });
        }
        mirror.follow(second);
      }),
      { numRuns: 500 },
    );
  });

  it('only moves rows when they come in another order', () => {
    const sheetAndOrder = sheets.chain((sheet) =>
      fc.tuple(fc.constant(sheet), fc.shuffledSubarray(sheet, { minLength: sheet.length })),
    );
    fc.assert(
      fc.property(fc.boolean(), sheetAndOrder, (hasKey, [sheet, shuffled]) => {
        const { same, moved, ...others } = new Mirror(hasKey, sheet).follow(shuffled);
        expect(others).toEqual({ changed: 0, inserted: 0, edited: 0, deleted: 0 });
        expect(same + moved).toBe(numbered(sheet).length);
      }),
      { numRuns: 500 },
    );
  });

  it('updates exactly the row that was edited', () => {
    const filled = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y')), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.boolean(), filled, index, (hasKey, sheet, at) => {
        const place = at % sheet.length;
        const mirror = new Mirror(hasKey, sheet);
        const ids = mirror.ids();
        const counts = mirror.follow(sheet.with(place, [sheet[place]![0], 'edited'] as never));
        const update = hasKey ? { changed: 1 } : { edited: 1 };
        expect(counts).toEqual({ ...NOTHING, same: sheet.length - 1, ...update });
        expect(mirror.ids()).toEqual(ids);
      }),
      { numRuns: 500 },
    );
  });

  it('deletes and inserts exactly what was deleted and appended', () => {
    const sizeAndPlace = fc
      .integer({ min: 2, max: 30 })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size - 1 })));
    fc.assert(
      fc.property(fc.boolean(), sizeAndPlace, (hasKey, [size, deleted]) => {
        const mirror = new Mirror(hasKey, rows(1, size));
        const counts = mirror.follow(rows(1, size + 1).toSpliced(deleted - 1, 1));
        const moved = size - deleted;
        const same = deleted - 1;
        expect(counts).toEqual({ ...NOTHING, same, moved, inserted: 1, deleted: 1 });
      }),
      { numRuns: 500 },
    );
  });

  it('takes no row that is ignored for a stored one that was edited', () => {
    const row = (rowNumber: number, text: string) => {
      const content = hashTexts([text]);
      return { rowNumber, content, identity: content };
    };
    const stored = new FingerprintTable();
    stored.add({ rowId: 1, ...row(2, 'a') });
    stored.add({ rowId: 2, ...row(4, 'b') });
    const diff = new MirrorDiff(stored, { hasKey: false });
    const pendingIndexes = [row(2, 'a!'), row(3, 'of no use'), row(4, 'b!')].map((seen) => {
      const match = diff.match(seen);
      if (match.kind !== 'new') throw new Error('all of them are new');
      return match.pendingIndex;
    });
    diff.ignore(pendingIndexes[1] as number);
    const result = diff.finish();
    expect(result.counts).toEqual({ ...NOTHING, edited: 2 });
    expect(pendingIndexes.map((pendingIndex) => result.pairOf(pendingIndex))).toEqual([
      1,
      undefined,
      2,
    ]);
  });
});
