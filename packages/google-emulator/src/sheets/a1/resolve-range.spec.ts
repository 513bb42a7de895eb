import { SheetsCaller } from '../../testing/sheets-caller';

const caller = new SheetsCaller();
const { id } = caller.sheet({
  tabs: [
    { title: 'Sheet1' },
    { title: 'Sheet 1' },
    { title: 'A1', rows: [['tab A1']] },
    { title: 'Ten', rowCount: 10, columnCount: 3, rows: [['ten']] },
    { title: 'Pie', sheetType: 'OBJECT' },
    { title: 'Mass', rowCount: 151_000 },
    { title: 'a/b', rows: [['slash']] },
    { title: 'Named', rows: [['tab']] },
  ],
  namedRanges: { Totals: "'Sheet 1'!B2:C3", Named: 'Ten!A1' },
});

const range = async (text: string): Promise<string> =>
  (await caller.get(`/${id}/values/${encodeURIComponent(text)}`)).range;
const refusal = async (text: string): Promise<string> =>
  (await caller.refusal('GET', `/${id}/values/${encodeURIComponent(text)}`)).message;

describe('resolveRange', () => {
  it.each([
    ["'Sheet1'", 'Sheet1!A1:Z1000'],
    ["'Sheet1'!A1:C", 'Sheet1!A1:C1000'],
    ["'Sheet1'!A2:2", 'Sheet1!A2:Z2'],
    ['Ten!A:A', 'Ten!A1:A10'],
    ["'Sheet 1'!A2:ZZ", "'Sheet 1'!A2:Z1000"],
    ['Sheet 1!A2:ZZ', "'Sheet 1'!A2:Z1000"],
    ["'Sheet1'!2:1000", 'Sheet1!A2:Z1000'],
    ['1:1001', 'Sheet1!A1:Z1000'],
    ['A1:AA5', 'Sheet1!A1:Z5'],
    ['sheet1!d4:a1', 'Sheet1!A1:D4'],
    ['!A5', 'Sheet1!A5'],
    ['A1', 'Sheet1!A1'],
    ["'A1'", "'A1'!A1:Z1000"],
    ['R2C2:R3C3', 'Sheet1!B2:C3'],
    ['Ten!R[1]C[1]', 'Ten!B2'],
    ['Totals', "'Sheet 1'!B2:C3"],
    ["'sheet 1'!totals", "'Sheet 1'!B2:C3"],
    ['Named', 'Ten!A1'],
    ["'Named'", 'Named!A1:Z1000'],
    ['Mass!150953:151153', 'Mass!A150953:Z151000'],
    ['a/b!A1', "'a/b'!A1"],
  ])('%s is %s', async (text, expected) => {
    await expect(range(text)).resolves.toBe(expected);
  });

  it.each([
    ['Sheet1!AA1', 'Range (Sheet1!AA1) exceeds grid limits. Max rows: 1000, max columns: 26'],
    ['Sheet1!A1001', 'Range (Sheet1!A1001) exceeds grid limits. Max rows: 1000, max columns: 26'],
    ['Sheet1!ZZ:ZZ', 'Range (Sheet1!ZZ) exceeds grid limits. Max rows: 1000, max columns: 26'],
    [
      'Sheet 1!1001:1002',
      "Range ('Sheet 1'!1001:1002) exceeds grid limits. Max rows: 1000, max columns: 26",
    ],
    [
      'Mass!151154:151354',
      'Range (Mass!151154:151354) exceeds grid limits. Max rows: 151000, max columns: 26',
    ],
    ['NOPE!A5:F15', 'Unable to parse range: NOPE!A5:F15'],
    ['nope', 'Unable to parse range: nope'],
    ['Sheet1!B', 'Unable to parse range: Sheet1!B'],
    ['!Ten', 'Unable to parse range: !Ten'],
    ['Sheet1!', 'Unable to parse range: Sheet1!'],
    ["'Sheet1'! A1", "Unable to parse range: 'Sheet1'! A1"],
    ['Ten!Totals', 'Unable to parse range: Ten!Totals'],
    ['Pie!A1', 'Unable to parse range: Pie!A1'],
    ['A1:R1C1', 'Unable to parse range: A1:R1C1'],
  ])('%s is refused', async (text, message) => {
    await expect(refusal(text)).resolves.toBe(message);
  });

  it('takes a range as real clients write it', async () => {
    const paths = ["'Sheet%201'!A2%3AZZ", '%27Sheet%201%27%21A2:ZZ', "'Sheet%201'%21A2:ZZ"];
    for (const path of paths) {
      const answer = await caller.get(`/${id}/values/${path}`);
      expect(answer.range).toBe("'Sheet 1'!A2:Z1000");
    }
    const batch = await caller.get(
      `/${id}/values:batchGet?ranges=Sheet+1%21A1&ranges=Sheet%201!A2`,
    );
    expect(batch.valueRanges.map(({ range: found }) => found)).toEqual([
      "'Sheet 1'!A1",
      "'Sheet 1'!A2",
    ]);
  });
});
