import { SheetsCaller } from '../testing/sheets-caller';
import { AdminError } from '../control/admin-route';
import { findRoute } from '../http/router';
import { type SheetEdit } from './edits/sheet-edit';

const caller = new SheetsCaller();
const orders = () =>
  caller.sheet({
    tabs: [
      {
        title: 'Orders',
        rows: [
          ['id', 'sum'],
          ['b', { value: 2, format: { type: 'PERCENT', pattern: '0%' } }],
          ['a', 1],
        ],
      },
      { title: 'Other', rows: [['o']] },
    ],
  });
const read = async (id: string, range: string, query = ''): Promise<unknown> =>
  (await caller.get(`/${id}/values/${range}${query}`)).values;

describe('editing by hand', () => {
  it('sets cells, which keep their formats, and makes the grid larger', async () => {
    const sheet = orders();
    sheet.set('orders', 'B2', [[0.5]]).set('Orders', 'A1001', [['far', undefined, 'away']]);
    expect(await read(sheet.id, 'Orders!B2')).toEqual([['50%']]);
    expect(await read(sheet.id, 'Orders!A1001:C1001')).toEqual([['far', '', 'away']]);
  });

  it('appends, inserts, deletes, sorts and clears', async () => {
    const sheet = orders();
    sheet.append('Orders', [['c', 3]]).sortRows('Orders', 'A');
    expect(await read(sheet.id, 'Orders!A1:A')).toEqual([['id'], ['a'], ['b'], ['c']]);
    sheet.sortRows('Orders', 'B', { descending: true });
    expect(await read(sheet.id, 'Orders!A2:A')).toEqual([['c'], ['b'], ['a']]);
    sheet.insertRows('Orders', 2).insertColumns('Orders', 'A').deleteRows('Orders', 3);
    expect(await read(sheet.id, 'Orders!A1:B')).toEqual([['', 'id'], [], ['', 'b'], ['', 'a']]);
    sheet.deleteColumns('Orders', 'A').clear('Orders', 'A2:A').clear('Other');
    expect(await read(sheet.id, 'Orders!A1:A')).toEqual([['id']]);
    expect(await read(sheet.id, 'Other')).toBeUndefined();
  });

  it('renames, adds, hides, moves, deletes and resizes tabs', async () => {
    const sheet = orders();
    const sheetId = sheet.sheetId('Other');
    sheet.renameTab('Other', 'Renamed').addTab({ title: 'New', rows: [['n']] }, 0);
    sheet.moveTab('Orders', 2).hideTab('Renamed').resize('New', { rowCount: 3 });
    expect(sheet.tabTitles).toEqual(['New', 'Renamed', 'Orders']);
    expect(sheet.sheetId('Renamed')).toBe(sheetId);
    const { sheets } = await caller.get(`/${sheet.id}?fields=sheets.properties`);
    expect(sheets[0].properties.gridProperties.rowCount).toBe(3);
    expect(sheets[1].properties.hidden).toBe(true);
    sheet.deleteTab('Renamed').rename('Sales');
    expect(sheet.tabTitles).toEqual(['New', 'Orders']);
    expect(caller.files.find(sheet.id)?.name).toBe('Sales');
  });

  it('shows in Drive after the lag; results of formulas never', async () => {
    const sheet = orders();
    const file = caller.files.find(sheet.id)!;
    caller.files.lagMs = 180_000;
    sheet.set('Orders', 'C2', [[{ value: 1, formula: '=NOW()' }]]);
    caller.clock.advance(180_000);
    const shown = caller.files.modifiedTime(file);
    const before = file.version;
    sheet.recalculate('Orders', 'C2', [[2]]);
    expect(await read(sheet.id, 'Orders!C2', '?valueRenderOption=FORMULA')).toEqual([['=NOW()']]);
    expect(await read(sheet.id, 'Orders!C2')).toEqual([['2']]);
    caller.clock.advance(180_000);
    expect(caller.files.modifiedTime(file)).toBe(shown);
    expect(file.version).toBe(before);
    sheet.set('Orders', 'A1', [['x']]);
    expect(caller.files.modifiedTime(file)).toBe(shown);
    caller.clock.advance(180_000);
    expect(caller.files.modifiedTime(file)).toBeGreaterThan(shown);
  });

  it('does a list of edits, all or none', async () => {
    const sheet = orders();
    const edits: SheetEdit[] = [
      { kind: 'set', tab: 'Orders', cell: 'A1', rows: [['x']] },
      { kind: 'deleteTab', tab: 'Other' },
      { kind: 'deleteTab', tab: 'Orders' },
    ];
    expect(() => sheet.edit(...edits)).toThrow('Add or show another one first');
    expect(sheet.tabTitles).toEqual(['Orders', 'Other']);
    expect(await read(sheet.id, 'Orders!A1')).toEqual([['id']]);
  });

  it.each([
    [{ kind: 'set', tab: 'Nope', cell: 'A1', rows: [] }, 'Name one of the tabs: "Orders", "Other"'],
    [
      { kind: 'set', tab: 'Orders', cell: 'A', rows: [] },
      'Name the first cell to set, such as "B2"',
    ],
    [{ kind: 'set', tab: 'Orders', cell: 'A1', rows: ['x'] }, 'rows must be a list of rows'],
    [{ kind: 'set', tab: 'Orders', cell: 'A1', rows: [[{}]] }, 'give a string, a finite number'],
    [{ kind: 'set', tab: 'Orders', cell: 'A1', rows: [[{ error: 'X' }]] }, 'must be one of ERROR'],
    [{ kind: 'append', tab: 'Orders' }, 'rows must be a list of rows'],
    [{ kind: 'insertRows', tab: 'Orders', row: 0 }, 'Give a whole number from 1 to 1001'],
    [
      { kind: 'deleteRows', tab: 'Orders', row: 1, count: 1000 },
      'Give a whole number from 1 to 999',
    ],
    [{ kind: 'deleteColumns', tab: 'Orders', column: 3 }, 'Name it by its letters'],
    [{ kind: 'sort', tab: 'Orders', column: 'A', headerRows: -1 }, 'headerRows is -1'],
    [{ kind: 'renameTab', tab: 'Orders', title: 'OTHER' }, 'Choose another title'],
    [{ kind: 'addTab' }, 'Say what the tab is'],
    [{ kind: 'addTab', definition: { title: '' } }, 'needs a title'],
    [{ kind: 'moveTab', tab: 'Orders', index: 2 }, 'Give a whole number from 0 to 1'],
    [{ kind: 'resize', tab: 'Orders', rowCount: 0 }, 'rowCount is 0'],
    [{ kind: 'clear', tab: 'Orders', range: 'A' }, 'Name cells of the tab'],
    [{ kind: 'rename', title: '' }, 'Give the spreadsheet a title'],
    [{ kind: 'paint' }, 'Use one of set, recalculate, append'],
    [null, 'is no kind of edit'],
  ])('says what to do about %j', (edit, advice) => {
    expect(() => orders().edit(edit as unknown as SheetEdit)).toThrow(advice);
  });
});

describe('generated rows', () => {
  const source = (count: number) => ({ count, row: (index: number) => [index, `r${index}`] });

  it('take edits of cells and appended rows over them', async () => {
    const sheet = caller.sheet({ tabs: [{ title: 'L', rows: source(1_000_000), columnCount: 9 }] });
    sheet.set('L', 'B500000', [['edited']]).append('L', [['last']]);
    expect(await read(sheet.id, 'L!A499999:B500001')).toEqual([
      ['499998', 'r499998'],
      ['499999', 'edited'],
      ['500000', 'r500000'],
    ]);
    expect(await read(sheet.id, 'L!A1000000:B')).toEqual([['999999', 'r999999'], ['last']]);
  });

  it('can be moved up to a limit, and say so beyond it', async () => {
    const sheet = caller.sheet({ tabs: [{ title: 'L', rows: source(1000) }] });
    sheet.deleteRows('L', 1, 998);
    expect(await read(sheet.id, 'L')).toEqual([
      ['998', 'r998'],
      ['999', 'r999'],
    ]);
    const large = caller.sheet({ tabs: [{ title: 'L', rows: source(200_001) }] });
    expect(() => large.deleteRows('L', 1)).toThrow('Define a RowSource of at most 200000 rows');
    expect(() => large.sortRows('L', 'A')).toThrow('cannot be moved');
    // New rows at the end move nothing.
    large.insertRows('L', 200_002, 5);
  });
});

describe('definitions', () => {
  it.each([
    [{ title: 'x', tabs: [] }, 'at least one tab'],
    [{ title: 'x', tabs: [{ title: 'A' }, { title: 'a' }] }, 'There are two tabs "a"'],
    [
      {
        title: 'x',
        tabs: [
          { title: 'A', sheetId: 1 },
          { title: 'B', sheetId: 1 },
        ],
      },
      'same sheetId',
    ],
    [{ title: 'x', tabs: [{ title: 'A', rowCount: 1, rows: [[1], [2]] }] }, 'at least 2'],
    [{ title: 'x', tabs: [{ title: 'A', rows: [[NaN]] }] }, 'cell 1 of row 1'],
    [{ title: 'x', tabs: [{ title: 'A', rows: { count: 2 } }] }, 'RowSource'],
    [{ title: 'x', tabs: [{ title: 'A', columnFormats: [{ type: 'MONEY' }] }] }, 'needs a type'],
    [{ title: 'x', locale: 'vietnamese!', tabs: [{ title: 'A' }] }, 'Write it as vi_VN'],
    [{ title: 'x', tabs: [{ title: 'A' }], namedRanges: { N: 'B!A1' } }, 'such as Orders!A1:B2'],
    [{}, 'needs a title and tabs'],
  ])('%j is refused', (definition, advice) => {
    const files = caller.files.all().length;
    expect(() => caller.emulation.create(definition as never)).toThrow(advice);
    expect(caller.files.all()).toHaveLength(files);
  });

  it('keep ten million cells for tabs of a million rows', async () => {
    const rows = { count: 1_000_000, row: (index: number) => [index, index] };
    const { id } = caller.sheet({ tabs: [{ title: 'L', rows }] });
    const { sheets } = await caller.get(`/${id}?fields=sheets.properties.gridProperties`);
    expect(sheets[0].properties.gridProperties).toEqual({ rowCount: 1_000_000, columnCount: 2 });
  });
});

describe('the routes for another process', () => {
  const admin = (method: 'GET' | 'POST', path: string, body?: unknown): unknown => {
    const found = findRoute(caller.emulation.adminRoutes, method, path);
    if (!found?.params) throw new Error(`No route ${path}`);
    return found.route.handle({ params: found.params, query: new URLSearchParams(), body });
  };

  it('make, list and edit spreadsheets', async () => {
    const made = admin('POST', '/spreadsheets', {
      title: 'Remote',
      tabs: [{ title: 'T', rows: [['a']] }],
      sharing: { writers: [caller.email] },
    });
    const { id } = made as { id: string };
    admin('POST', `/spreadsheets/${id}/edits`, {
      edits: [{ kind: 'append', tab: 'T', rows: [['b']] }],
    });
    expect(await read(id, 'T')).toEqual([['a'], ['b']]);
    expect(admin('GET', '/spreadsheets')).toContainEqual({
      id,
      title: 'Remote',
      locale: 'en_US',
      timeZone: 'Etc/GMT',
      tabs: [{ title: 'T', sheetId: 0, rowCount: 1000, columnCount: 26, hidden: false }],
    });
  });

  it('say what is wrong', () => {
    expect(() => admin('POST', '/spreadsheets', { title: 'x' })).toThrow(AdminError);
    expect(() => admin('POST', '/spreadsheets', [])).toThrow('Send a JSON object');
    expect(() => admin('POST', '/spreadsheets', { sharing: { readers: 'a' } })).toThrow(
      'lists of emails',
    );
    expect(() => admin('POST', '/spreadsheets/nope/edits', { edits: [] })).toThrow(
      'There is no spreadsheet nope',
    );
    const { id } = caller.sheet();
    expect(() => admin('POST', `/spreadsheets/${id}/edits`, {})).toThrow('Send {"edits"');
    expect(() => admin('POST', `/spreadsheets/${id}/edits`, { edits: [{ kind: 'x' }] })).toThrow(
      AdminError,
    );
  });
});
