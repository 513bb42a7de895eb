import { SheetsCaller } from '../../testing/sheets-caller';
import { type CellInput } from '../definition';

const caller = new SheetsCaller();
const DATE = { type: 'DATE', pattern: 'yyyy-mm-dd' } as const;
const VLOOKUP = "Did not find value 'x' in VLOOKUP evaluation.";
const cells: CellInput[] = [
  53,
  { value: 1234.5, format: { type: 'NUMBER', pattern: '#,##0.00' } },
  { value: 2, formula: '=4/2' },
  { value: 43831, format: DATE },
  true,
  { value: { error: 'N_A', message: VLOOKUP }, formula: '=VLOOKUP("x",A:B,2)' },
  { error: 'REF' },
  { error: 'LOADING', message: 'ignored' },
  '',
  'text',
  3.0,
];
const { id } = caller.sheet({
  tabs: [
    {
      title: 'Sheet1',
      rows: [['A1', 'B1', '', 'D1'], [null, 'b2'], [], ['A4', 'B4', '', 'D4', '', null], ['', '']],
    },
    { title: 'Chi nhánh 1', rows: [cells] },
    { title: 'Empty' },
    {
      title: 'Merged',
      rows: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      merges: [{ startRow: 0, endRow: 2, startColumn: 0, endColumn: 2 }],
    },
    { title: 'Dates', rows: [[45306], ['no']], columnFormats: [DATE] },
  ],
});
const url = (range: string, query = '') => `/${id}/values/${encodeURIComponent(range)}${query}`;

describe('values.get', () => {
  it('trims the ends of rows and of the range, and nothing between', async () => {
    expect(await caller.get(url('Sheet1'))).toEqual({
      range: 'Sheet1!A1:Z1000',
      majorDimension: 'ROWS',
      values: [['A1', 'B1', '', 'D1'], ['', 'b2'], [], ['A4', 'B4', '', 'D4']],
    });
    expect((await caller.get(url('Sheet1!B2:C4'))).values).toEqual([['b2'], [], ['B4']]);
    expect((await caller.get(url('Sheet1!A2:A4'))).values).toEqual([[], [], ['A4']]);
  });

  it('trims columns alike', async () => {
    expect(await caller.get(url('Sheet1!A1:D4', '?majorDimension=COLUMNS'))).toEqual({
      range: 'Sheet1!A1:D4',
      majorDimension: 'COLUMNS',
      values: [['A1', '', '', 'A4'], ['B1', 'b2', '', 'B4'], [], ['D1', '', '', 'D4']],
    });
  });

  it('has no values for an empty range', async () => {
    const empty = { range: 'Empty!A1:B2', majorDimension: 'ROWS' };
    expect(await caller.get(url('Empty!A1:B2'))).toEqual(empty);
    expect(await caller.get(url('Empty!A1:B2', '?majorDimension=DIMENSION_UNSPECIFIED'))).toEqual(
      empty,
    );
    expect(await caller.get(url('Sheet1!C1:C9'))).not.toHaveProperty('values');
  });

  it.each([
    [
      '',
      ['53', '1,234.50', '2', '2020-01-01', 'TRUE', '#N/A', '#REF!', 'Loading...', '', 'text', '3'],
    ],
    [
      '?valueRenderOption=UNFORMATTED_VALUE',
      [53, 1234.5, 2, 43831, true, `#N/A (${VLOOKUP})`, '#REF!', 'Loading...', '', 'text', 3],
    ],
    [
      '?valueRenderOption=UNFORMATTED_VALUE&dateTimeRenderOption=FORMATTED_STRING',
      [
        53,
        1234.5,
        2,
        '2020-01-01',
        true,
        `#N/A (${VLOOKUP})`,
        '#REF!',
        'Loading...',
        '',
        'text',
        3,
      ],
    ],
    [
      '?valueRenderOption=FORMULA',
      [
        53,
        1234.5,
        '=4/2',
        43831,
        true,
        '=VLOOKUP("x",A:B,2)',
        '#REF!',
        'Loading...',
        '',
        'text',
        3,
      ],
    ],
  ])('renders cells for %p', async (query, expected) => {
    const answer = await caller.get(url("'Chi nhánh 1'!A1:K1", query));
    expect(answer.values).toEqual([expected]);
  });

  it('ignores dateTimeRenderOption for formatted values', async () => {
    const answer = await caller.get(url('Dates!A1:A2', '?dateTimeRenderOption=SERIAL_NUMBER'));
    expect(answer.values).toEqual([['2024-01-15'], ['no']]);
  });

  it('keeps only the first of merged cells', async () => {
    expect((await caller.get(url('Merged'))).values).toEqual([['a']]);
  });

  it('follows the locale of the spreadsheet', async () => {
    const vietnamese = caller.sheet({
      locale: 'vi_VN',
      tabs: [{ title: 'S', rows: [[1234.5, { value: 45306, format: { type: 'DATE' } }]] }],
    });
    const answer = await caller.get(`/${vietnamese.id}/values/S`);
    expect(answer.values).toEqual([['1234,5', '15/01/2024']]);
  });

  it('gives what a mask names', async () => {
    expect(await caller.get(url('Sheet1!A1', '?fields=values'))).toEqual({ values: [['A1']] });
    expect(await caller.get(url('Empty!A1', '?fields=values'))).toEqual({});
    const refusal = await caller.refusal('GET', url('Sheet1!A1', '?fields=value'));
    expect(refusal.options.details).toEqual([
      expect.objectContaining({
        fieldViolations: [
          {
            field: 'value',
            description:
              "Error expanding 'fields' parameter. Cannot find matching fields for path 'value'.",
          },
        ],
      }),
    ]);
  });

  it('checks the range before the mask', async () => {
    const refusal = await caller.refusal('GET', url('Nope!A1', '?fields=nope'));
    expect(refusal.message).toBe('Unable to parse range: Nope!A1');
  });

  it('refuses unknown enum values as Google words it', async () => {
    const refusal = await caller.refusal('GET', url('Sheet1', '?valueRenderOption=FOO'));
    expect(refusal.message).toBe(
      `Invalid value at 'value_render_option' (type.googleapis.com/google.apps.sheets.v4.ValueRenderOption), "FOO"`,
    );
  });
});

describe('values.batchGet', () => {
  it('answers in the order of the ranges', async () => {
    const answer = await caller.get(`/${id}/values:batchGet?ranges=Empty!B4:D4&ranges=Sheet1!B1`);
    expect(answer).toEqual({
      spreadsheetId: id,
      valueRanges: [
        { range: 'Empty!B4:D4', majorDimension: 'ROWS' },
        { range: 'Sheet1!B1', majorDimension: 'ROWS', values: [['B1']] },
      ],
    });
  });

  it('fails as a whole with one bad range, and has only the id without any', async () => {
    const refusal = await caller.refusal('GET', `/${id}/values:batchGet?ranges=A1&ranges=Nope!A1`);
    expect(refusal.message).toBe('Unable to parse range: Nope!A1');
    expect(await caller.get(`/${id}/values:batchGet`)).toEqual({ spreadsheetId: id });
  });

  it('applies a mask below the ranges', async () => {
    const answer = await caller.get(`/${id}/values:batchGet?ranges=A1&fields=valueRanges(values)`);
    expect(answer).toEqual({ valueRanges: [{ values: [['A1']] }] });
  });
});

describe('values.batchGetByDataFilter', () => {
  it('finds ranges by A1 and by number', async () => {
    const dataFilters = [
      { a1Range: 'Sheet1!A1' },
      { gridRange: { startRowIndex: 0, endRowIndex: 2, startColumnIndex: 1, endColumnIndex: 2 } },
    ];
    const answer = await caller.call('POST', `/${id}/values:batchGetByDataFilter`, {
      dataFilters,
      majorDimension: 'COLUMNS',
    });
    expect(answer.valueRanges).toEqual([
      {
        valueRange: { range: 'Sheet1!A1', majorDimension: 'COLUMNS', values: [['A1']] },
        dataFilters: [dataFilters[0]],
      },
      {
        valueRange: { range: 'Sheet1!B1:B2', majorDimension: 'COLUMNS', values: [['B1', 'b2']] },
        dataFilters: [dataFilters[1]],
      },
    ]);
  });

  it('refuses unknown tabs and unknown members', async () => {
    const path = `/${id}/values:batchGetByDataFilter`;
    const noTab = await caller.refusal('POST', path, {
      dataFilters: [{ gridRange: { sheetId: 9 } }],
    });
    expect(noTab.message).toBe('No grid with id: 9');
    const unknown = await caller.refusal('POST', path, { filters: [] });
    expect(unknown.message).toBe(
      'Invalid JSON payload received. Unknown name "filters": Cannot find field.',
    );
  });
});

describe('large answers', () => {
  const rows = { count: 1_000_000, row: (index: number) => [index, `row ${index}`, '<b>'] };
  const large = caller.sheet({ tabs: [{ title: 'Large', rows }] });

  it('are written in pieces, row by row', async () => {
    const answer = await caller.answer('GET', `/${large.id}/values/Large?prettyPrint=false`);
    expect(answer.body).toBeUndefined();
    let read = '';
    for (const piece of answer.pieces ?? []) {
      read += piece;
      if (read.length > 100_000) break;
    }
    expect(read.slice(0, 122)).toBe(
      '{"range":"Large!A1:C1000000","majorDimension":"ROWS","values":[["0","row 0","\\u003cb\\u003e"],["1","row 1","\\u003cb\\u003e"]',
    );
  });

  it.each(['', '&prettyPrint=false'])('are the text of the whole value%s', async (query) => {
    for (const dimension of ['ROWS', 'COLUMNS']) {
      const path = `/${large.id}/values/Large!A999000:C?majorDimension=${dimension}${query}`;
      const text = await caller.text('GET', path);
      const value = JSON.parse(text) as { values: string[][] };
      expect(value.values.flat()).toHaveLength(3003);
      const whole = JSON.stringify(value, null, query === '' ? 2 : 0)
        .replaceAll('<', '\\u003c')
        .replaceAll('>', '\\u003e');
      expect(text).toBe(query === '' ? `${whole}\n` : whole);
    }
  });

  it('show the rows as they were when the answer began', async () => {
    const sheet = caller.sheet({
      tabs: [{ title: 'S', rows: Array.from({ length: 600 }, (_, index) => [index]) }],
    });
    const { pieces } = await caller.answer('GET', `/${sheet.id}/values/S`);
    sheet.set('S', 'A600', [['changed']]).deleteRows('S', 1, 300);
    const value = JSON.parse([...(pieces ?? [])].join('')) as { values: string[][] };
    expect(value.values).toHaveLength(600);
    expect(value.values.at(-1)).toEqual(['599']);
  });
});
