import fc from 'fast-check';
import { type DateOrder } from './locale-formats';
import { parseDate } from './parse-date';

const SAIGON = 'Asia/Ho_Chi_Minh';
const read = (text: string, order: DateOrder = 'DMY', zone = 'UTC'): string | undefined =>
  parseDate(text, order, zone)?.toISOString();

const day = (date: string): string => `${date}T00:00:00.000Z`;

describe('a date in a text', () => {
  it.each<[string, DateOrder, string]>([
    ['31/12/2026', 'DMY', '2026-12-31'],
    ['12/31/2026', 'MDY', '2026-12-31'],
    ['03/04/2026', 'DMY', '2026-04-03'],
    ['03/04/2026', 'MDY', '2026-03-04'],
    ['3/4/2026', 'DMY', '2026-04-03'],
    ['31/12/2026', 'MDY', '2026-12-31'],
    ['12/31/2026', 'DMY', '2026-12-31'],
    ['31-12-2026', 'DMY', '2026-12-31'],
    ['31.12.2026', 'DMY', '2026-12-31'],
    ['31. 12. 2026', 'DMY', '2026-12-31'],
    ['2026. 12. 31.', 'YMD', '2026-12-31'],
    ['31/12/26', 'DMY', '2026-12-31'],
    ['31/12/49', 'DMY', '2049-12-31'],
    ['31/12/50', 'DMY', '1950-12-31'],
    ['26/12/31', 'YMD', '2026-12-31'],
    ['2026-12-31', 'MDY', '2026-12-31'],
    ['2026/12/31', 'DMY', '2026-12-31'],
    ['2026/3/4', 'DMY', '2026-03-04'],
    [' 29/02/2024 ', 'DMY', '2024-02-29'],
    ['31/12/2026', 'YMD', '2026-12-31'],
    ['04/04/2026', 'YMD', '2026-04-04'],
  ])('%s, in the order %s, is %s', (text, order, date) => {
    expect(read(text, order)).toBe(day(date));
  });

  it.each([
    ['2026-12-31 10:00', '2026-12-31T10:00:00.000Z'],
    ['31/12/2026 9:05', '2026-12-31T09:05:00.000Z'],
    ['31/12/2026, 10:00:30', '2026-12-31T10:00:30.000Z'],
    ['2026-12-31T10:00:30.5', '2026-12-31T10:00:30.500Z'],
    ['31/12/2026 3:59 PM', '2026-12-31T15:59:00.000Z'],
    ['31/12/2026 3:59\u202fpm', '2026-12-31T15:59:00.000Z'],
    ['31/12/2026 12:00 AM', '2026-12-31T00:00:00.000Z'],
    ['31/12/2026 12:00 PM', '2026-12-31T12:00:00.000Z'],
    ['31/12/2026 3:59 CH', '2026-12-31T15:59:00.000Z'],
    ['10:00 31/12/2026', '2026-12-31T10:00:00.000Z'],
    ['10:00:30, 31/12/2026', '2026-12-31T10:00:30.000Z'],
    ['3:59 PM 31/12/2026', '2026-12-31T15:59:00.000Z'],
    ['2026-12-31T10:00:00Z', '2026-12-31T10:00:00.000Z'],
    ['2026-12-31T10:00:00+07:00', '2026-12-31T03:00:00.000Z'],
    ['2026-12-31 10:00 -0330', '2026-12-31T13:30:00.000Z'],
    ['2026-12-31 10:00 GMT+7', '2026-12-31T03:00:00.000Z'],
    ['2026-12-31 10:00 UTC', '2026-12-31T10:00:00.000Z'],
  ])('with a time: %s is %s', (text, moment) => {
    expect(read(text)).toBe(moment);
  });

  it('is on the wall clock of the spreadsheet, unless it says otherwise', () => {
    expect(read('31/12/2026', 'DMY', SAIGON)).toBe('2026-12-30T17:00:00.000Z');
    expect(read('31/12/2026 10:00', 'DMY', SAIGON)).toBe('2026-12-31T03:00:00.000Z');
    expect(read('2026-12-31T10:00Z', 'DMY', SAIGON)).toBe('2026-12-31T10:00:00.000Z');
    expect(read('29/03/2026 02:30', 'DMY', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  });

  it.each([
    '31/02/2026',
    '29/02/2025',
    '02/30/2026',
    '13/13/2026',
    '00/01/2026',
    '1/0/2026',
    '2026-13-01',
    '2026-02-31',
    '0026-12-31',
    '31/12',
    '31/12/202',
    '31/12/20266',
    '31/12-2026',
    '46342',
    '20261231',
    '10:00',
    '31/12/2026 24:00',
    '31/12/2026 10:60',
    '31/12/2026 13:00 PM',
    '31/12/2026 0:30 AM',
    '31/12/2026 10',
    '31/12/2026 10:00 later',
    '2026-12-31T10:00+99:00',
    '192.168.1.1',
    '1.2.3',
    '',
    'soon',
    '1/'.repeat(25_000),
    '1 '.repeat(25_000),
  ])('%.30s is none', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('that could be one of two is none, where the locale cannot tell', () => {
    expect(read('03/04/2026', 'YMD')).toBeUndefined();
  });

  it('comes back from dd/mm/yyyy', () => {
    const days = fc.integer({
      min: Date.UTC(1000, 0) / 864e5,
      max: Date.UTC(9999, 11, 31) / 864e5,
    });
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-', '.'), (count, separator) => {
        const date = new Date(count * 86_400_000);
        const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-');
        const text = [dayOfMonth, month, year].join(separator);
        expect(read(text)).toBe(date.toISOString());
        expect(read([month, dayOfMonth, year].join(separator), 'MDY')).toBe(date.toISOString());
      }),
      { numRuns: 1000 },
    );
  });
});
