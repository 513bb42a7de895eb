import { DomainError } from '@tributary/common';
import { type ErrorCode } from '@tributary/contracts';
import fc from 'fast-check';
import { AnswerTooLargeError } from '../http/answer-too-large.error';
import { ALL_COLUMNS } from './a1';
import { type Cell } from './cell';
import { type GridBlock } from './grid-answer';
import { OutsideGridError } from './outside-grid.error';
import { type RowRequest } from './row-request';
import { type AskForRanges, SheetReading } from './sheet-reading';

const cell = (text: string): Cell => ({ value: text, text });

/** A tab in memory that answers as Sheets does. */
class Tab {
  readonly asked: string[] = [];
  readonly largeOnes: boolean[] = [];
  /** What goes wrong with a request, by its number from 1. */
  failures: Record<number, ErrorCode> = {};
  lengthPerRow = 100;
  mostLength = Infinity;

  constructor(
    public gridRows: number,
    readonly filled: Map<number, readonly Cell[]>,
  ) {}

  readonly ask: AskForRanges = async (ranges, isLarge) => {
    this.asked.push(ranges.join(' '));
    this.largeOnes.push(isLarge);
    await Promise.resolve();
    const failure = this.failures[this.asked.length];
    if (failure) throw new DomainError(failure);
    const blocks = ranges.map((range) => this.block(range));
    const length = blocks.reduce((sum, { rows }) => sum + rows.length * this.lengthPerRow, 0);
    if (length > this.mostLength) throw new AnswerTooLargeError(this.mostLength);
    const grid = { rows: this.gridRows, columns: 26 };
    return {
      properties: { title: 'Shop', locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' },
      tab: { id: 0, title: 'T', index: 0, hidden: false, frozenRows: 0, grid },
      blocks,
      length,
    };
  };

  private block(range: string): GridBlock {
    const [, from, to] = /^'T'!A(\d+):ZZZ(\d*)$/.exec(range) ?? [];
    const firstRow = Number(from);
    if (firstRow > this.gridRows) throw outside(this.gridRows);
    const lastRow = Math.min(this.gridRows, to ? Number(to) : Infinity);
    const rows: (readonly Cell[])[] = [];
    for (const number of this.filled.keys()) {
      if (number < firstRow || number > lastRow) continue;
      while (rows.length < number - firstRow) rows.push([]);
      rows[number - firstRow] = this.filled.get(number) ?? [];
    }
    return { firstRow, firstColumn: 0, rows };
  }
}

function outside(rows: number): OutsideGridError {
  const message = `Range (T!A9) exceeds grid limits. Max rows: ${rows}, max columns: 26`;
  const failure = {
    status: 400,
    canonical: '',
    message,
    reasons: [],
    metadata: {},
    fields: [],
    isJson: true,
  };
  return OutsideGridError.from({ ...failure, retryAfterSeconds: undefined })!;
}

function tabOf(gridRows: number, numbers: Iterable<number>): Tab {
  const sorted = [...new Set(numbers)].filter((number) => number <= gridRows);
  sorted.sort((one, other) => one - other);
  return new Tab(gridRows, new Map(sorted.map((number) => [number, [cell(`row ${number}`)]])));
}

function upTo(rows: number): Iterable<number> {
  return Array.from({ length: rows }, (_, index) => index + 1);
}

async function read(
  tab: Tab,
  request: Partial<RowRequest> = {},
): Promise<{ numbers: number[]; chunks: number[]; header: string[]; reading: SheetReading }> {
  const whole: RowRequest = {
    tab: 'T',
    fromRow: 2,
    columns: ALL_COLUMNS,
    headerRow: 1,
    tail: false,
    chunkRows: 2_000,
    ...request,
  };
  const reading = await SheetReading.open(tab.ask, whole);
  const numbers: number[] = [];
  const chunks: number[] = [];
  for await (const rows of reading) {
    chunks.push(rows.length);
    numbers.push(...rows.map(({ number }) => number));
  }
  return { numbers, chunks, header: reading.header.map(({ text }) => text), reading };
}

describe('reading rows', () => {
  it('asks for few rows where only a look is wanted, and tells how many there are if it saw all', async () => {
    const large = tabOf(10_000, upTo(5_000));
    const look = await SheetReading.open(large.ask, {
      tab: 'T',
      fromRow: 2,
      columns: ALL_COLUMNS,
      headerRow: 1,
      tail: false,
      chunkRows: 2_000,
      firstRows: 50,
    });
    expect(large.asked).toEqual(["'T'!A1:ZZZ51"]);
    expect(look.knownRows).toBeUndefined();
    expect((await read(tabOf(1_000, upTo(11)))).reading.knownRows).toBe(10);
  });

  it('gives every filled row from the wanted one on, once and in order, whatever the tab', async () => {
    const tabs = fc.record({
      gridRows: fc.integer({ min: 1, max: 60_000 }),
      numbers: fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 200 }),
      fromRow: fc.integer({ min: 1, max: 65_000 }),
      headerRow: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      tail: fc.boolean(),
      chunkRows: fc.integer({ min: 1, max: 50 }),
      firstRows: fc.constantFrom(undefined, 1, 50, 2_000),
      lengthPerRow: fc.integer({ min: 1, max: 20_000 }),
      mostLength: fc.constantFrom(200_000, 24_000_000, Infinity),
    });
    await fc.assert(
      fc.asyncProperty(
        tabs,
        async ({ gridRows, numbers, lengthPerRow, mostLength, ...request }) => {
          const tab = tabOf(gridRows, numbers);
          Object.assign(tab, { lengthPerRow, mostLength });
          const { numbers: got, chunks, header, reading } = await read(tab, request);
          expect(got.length).toBe(reading.knownRows ?? got.length);
          expect(got).toEqual([...tab.filled.keys()].filter((number) => number >= request.fromRow));
          expect(Math.max(0, ...chunks)).toBeLessThanOrEqual(request.chunkRows);
          const headers = tab.filled.get(request.headerRow ?? -1) ?? [];
          expect(header).toEqual(headers.map(({ text }) => text));
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ['new rows at the end of the grid', 7_000, 5_001],
    ['new rows above thousands of blank ones', 900_000, 5_001],
    ['no new row above blank ones', 6_000, 5_001],
    ['no new row in a grid that ends there', 5_000, 5_001],
    ['2,000 new rows', 5_000, 3_001],
  ])('needs one request for %s and the headers', async (_, gridRows, fromRow) => {
    const tab = tabOf(gridRows, upTo(5_000));
    const { numbers, header } = await read(tab, { fromRow, tail: true });
    expect(tab.asked).toHaveLength(1);
    expect(numbers).toHaveLength(5_001 - fromRow);
    expect(header).toEqual(['row 1']);
  });

  it('needs one request for a small tab that was never read', async () => {
    const tab = tabOf(1_000, upTo(300));
    expect((await read(tab)).numbers).toHaveLength(299);
    expect(tab.asked).toEqual(["'T'!A1:ZZZ2001"]);
  });

  it('asks for as many rows as make a good answer', async () => {
    const tab = tabOf(100_000, upTo(100_000));
    await read(tab);
    // 2,000 rows first, 10,000 at a time from then on.
    expect(tab.asked).toHaveLength(11);
    expect(tab.largeOnes.filter(Boolean)).toHaveLength(10);

    const wide = tabOf(20_000, upTo(20_000));
    wide.lengthPerRow = 4_000;
    await read(wide);
    expect(wide.asked).toHaveLength(1 + 18);
  });

  it('is not led astray by a blank row at the end of a chunk, nor by formats of blank rows', async () => {
    const gaps = tabOf(
      50_000,
      [...upTo(50_000)].filter((number) => number % 2_001 > 0),
    );
    await read(gaps);
    expect(gaps.asked.filter((ranges) => ranges.endsWith('ZZZ'))).toEqual([]);

    const formatted = tabOf(50_000, upTo(300));
    for (let number = 301; number <= 50_000; number += 1) formatted.filled.set(number, []);
    await read(formatted);
    expect(formatted.asked).toEqual(["'T'!A1:ZZZ2001", "'T'!A2002:ZZZ"]);
  });

  it('goes on in chunks when the few rows expected are many', async () => {
    const tab = tabOf(50_000, upTo(50_000));
    tab.mostLength = 1_000_000;
    const { numbers } = await read(tab, { fromRow: 10_001, tail: true });
    expect(numbers).toHaveLength(40_000);
  });

  it.each(['TIMEOUT', 'SOURCE_UNAVAILABLE'] as const)(
    'asks for fewer rows after %s, once; then it is an error',
    async (code) => {
      const tab = tabOf(50_000, upTo(50_000));
      tab.failures = { 2: code };
      expect((await read(tab)).numbers).toHaveLength(49_999);
      expect(tab.asked[1]).toBe("'T'!A2002:ZZZ12001");
      expect(tab.asked[2]).toBe("'T'!A2002:ZZZ4001");

      const broken = tabOf(50_000, upTo(50_000));
      broken.failures = { 2: code, 3: code };
      await expect(read(broken)).rejects.toMatchObject({ code });
      expect(broken.asked).toHaveLength(3);
    },
  );

  it('asks nothing again after any other error', async () => {
    const tab = tabOf(50_000, upTo(50_000));
    tab.failures = { 1: 'RATE_LIMITED' };
    await expect(read(tab, { tail: true })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(tab.asked).toHaveLength(1);
  });

  it('finds no rows where rows were deleted, but still the headers and the size', async () => {
    const tab = tabOf(40, upTo(40));
    const { numbers, header, reading } = await read(tab, { fromRow: 500, tail: true });
    expect(numbers).toEqual([]);
    expect(header).toEqual(['row 1']);
    expect(reading.tab.grid.rows).toBe(40);
  });

  it('ends when rows are deleted while it reads', async () => {
    const tab = tabOf(10_000, upTo(10_000));
    const reading = await SheetReading.open(tab.ask, {
      tab: 'T',
      fromRow: 1,
      columns: ALL_COLUMNS,
      tail: false,
      chunkRows: 2_000,
    });
    const sizes: number[] = [];
    for await (const rows of reading) {
      sizes.push(rows.length);
      tab.gridRows = 1_500;
    }
    expect(sizes).toEqual([2_000]);
  });

  it('refuses a row that no answer can hold', async () => {
    const tab = tabOf(3, upTo(3));
    Object.assign(tab, { lengthPerRow: 1_000, mostLength: 900 });
    await expect(read(tab)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
