import { GoogleEmulator } from '@tributary/google-emulator';
import { COLUMNS, GROWING, LARGE, LAST_COLUMN, tabOf } from './sheets';

const READER = 'bench@shop.example';
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

describe('the sheets that the benchmark reads', () => {
  it('are no larger than Google permits', () => {
    for (const { gridRows } of [LARGE, GROWING]) {
      expect(gridRows * COLUMNS).toBeLessThanOrEqual(10_000_000);
    }
  });

  it('are filled in every column, with numbers that are shown differently', async () => {
    await using emulator = await GoogleEmulator.start();
    const definition = { title: 'Shop', locale: 'vi_VN', tabs: [tabOf(LARGE)] };
    const { id } = emulator.sheets.create(definition, { readers: [READER] });
    const headers = { Authorization: `Bearer ${emulator.accounts.issue(READER, [SCOPE])}` };
    const read = async (range: string, option: string): Promise<unknown> => {
      const path = `${id}/values/Orders!${range}?valueRenderOption=${option}`;
      const response = await fetch(`${emulator.url}/v4/spreadsheets/${path}`, { headers });
      return ((await response.json()) as { values: unknown }).values;
    };
    const last = `A${LARGE.rows}:${LAST_COLUMN}`;
    const texts = ['Hải Châu', 'Khách 2205', 'Sản phẩm 188', 'Website'];
    expect(await read(last, 'FORMATTED_VALUE')).toEqual([
      ['DH0999999', '27/06/2025 23:32:33', '1', '203.000', '203.000', ...texts, 'FALSE'],
    ]);
    expect(await read(last, 'UNFORMATTED_VALUE')).toEqual([
      ['DH0999999', expect.closeTo(45_835.981, 3), 1, 203_000, 203_000, ...texts, false],
    ]);
  });
});
