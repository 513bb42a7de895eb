import { type Cell } from '@tributary/google';
import fc from 'fast-check';
import { fieldNameProblem } from './field-name';
import { headerMeanings } from './header-meaning';
import { HeaderRow } from './header-row';
import { type MappingSuggestion, suggestMapping } from './suggest-mapping';
import { SYSTEM_FIELDS } from './system-fields';

const context = { locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' };
const text = (value: string): Cell => ({ value, text: value });
const num = (value: number, shown = String(value)): Cell => ({ value, text: shown });
const flag = (value: boolean): Cell => ({ value, text: String(value).toUpperCase() });

const suggest = (headers: string[], ...rows: Cell[][]): MappingSuggestion[] =>
  suggestMapping(headers, rows, context);
const fields = (headers: string[], ...rows: Cell[][]): string[] =>
  suggest(headers, ...rows).map(({ system_field }) => system_field);

describe('the vocabulary', () => {
  it.each(SYSTEM_FIELDS.map(({ name }) => name))('knows %s by its own name', (name) => {
    expect(fields([name])).toEqual([name]);
    expect(suggest([name])[0]!.confidence).toBeGreaterThan(0.75);
  });

  it.each(SYSTEM_FIELDS.map((field) => [field.name, field] as const))(
    'has no word of %s that means another field first',
    (name, field) => {
      const lost = field.words.filter((word) => headerMeanings(word)[0]?.field.name !== name);
      expect(lost).toEqual([]);
    },
  );
});

describe('a suggested mapping', () => {
  it.each([
    ['Mã đơn hàng', 'order_id'],
    ['ma don hang', 'order_id'],
    ['MA_DON_HANG', 'order_id'],
    ['Order ID', 'order_id'],
    ['orderId', 'order_id'],
    ['ORDERID', 'order_id'],
    ['Order No.', 'order_id'],
    ['Ngày đặt', 'order_date'],
    ['Date of order', 'order_date'],
    ['Sàn', 'platform'],
    ['Mã KH', 'customer_id'],
    ['Tên khách hàng', 'customer_name'],
    ['Tỉnh/Thành phố', 'city'],
    ['Trạng thái', 'order_status'],
    ['Tạm tính', 'subtotal'],
    ['Giảm giá', 'discount'],
    ['Phí vận chuyển (VNĐ)', 'shipping_fee'],
    ['Tổng tiền', 'total_amount'],
    ['Total (VND)', 'total_amount'],
    ['Phương thức thanh toán', 'payment_method'],
    ['Ghi chú', 'note'],
    ['SKU', 'product_id'],
    ['Tên SP', 'product_name'],
    ['SL', 'quantity'],
    ['Đơn giá', 'unit_price'],
    ['Thành tiền', 'line_total'],
    ['SĐT', 'phone'],
    ['Điện thoại', 'phone'],
    ['E-mail', 'email'],
    ['Địa chỉ giao hàng', 'address'],
    ['Ngày tham gia', 'joined_date'],
    ['Hạng thành viên', 'tier'],
    ['Danh mục', 'category'],
    ['ĐVT', 'unit'],
    ['Giá bán', 'price'],
    ['Giá vốn', 'cost'],
    ['Tồn kho', 'stock'],
    ['Đang bán?', 'is_active'],
  ])('takes %s for %s', (header, field) => {
    expect(fields([header])).toEqual([field]);
    expect(fields([header.normalize('NFD')])).toEqual([field]);
  });

  it('reads a whole table', () => {
    const row = (id: string): Cell[] => [
      text(id),
      num(46342, '16/11/2026'),
      text('Nguyễn Văn A'),
      text('0901 234 567'),
      num(2.5, '2,5'),
      num(250000, '250.000 ₫'),
      text('gọi trước'),
    ];
    const headers = ['Mã đơn', 'Ngày', 'Khách hàng', 'SĐT', 'SL', 'Tổng tiền', 'Ghi chú nội bộ'];
    const found = suggest(headers, row('DH1'), row('DH2'));
    expect(found.map(({ system_field, data_type }) => [system_field, data_type])).toEqual([
      ['order_id', 'string'],
      ['order_date', 'date'],
      ['customer_name', 'string'],
      ['phone', 'string'],
      ['quantity', 'number'],
      ['total_amount', 'number'],
      ['ghi_chu_noi_bo', 'string'],
    ]);
    expect(found.map(({ sheet_column }) => sheet_column)).toEqual(headers);
    expect(found.map(({ required }) => required)).toEqual([true, ...Array(6).fill(false)]);
    expect(found[0]!.confidence).toBe(0.95);
    expect(found.at(-1)!.confidence).toBe(0.2);
  });

  it('is less sure of a header that its values contradict', () => {
    const ids = suggest(['Mã đơn'], [text('DH1')])[0]!;
    const dates = suggest(['Mã đơn'], [num(46342, '16/11/2026')])[0]!;
    expect(dates.system_field).toBe('order_id');
    expect(dates.confidence).toBeLessThan(ids.confidence / 2);
    const notDates = suggest(['Ngày đặt'], [text('sáng thứ hai')])[0]!;
    expect(notDates).toMatchObject({ system_field: 'order_date', data_type: 'string' });
    expect(notDates.confidence).toBeLessThan(0.5);
  });

  it('gives a field to the column that fits best, and the other a field of its own', () => {
    const rows = [[text('gấp'), num(5, '5 ₫')]];
    expect(fields(['Tổng', 'Tổng tiền'], ...rows)).toEqual(['tong', 'total_amount']);
    expect(fields(['Thành tiền', 'Amount'])).toEqual(['line_total', 'total_amount']);
  });

  it('calls a column by its letters when its header is blank or not the only one', () => {
    const found = suggest(
      ['Total', '', 'Note', 'note'],
      [num(1), text('a@b.vn'), text('x'), text('y'), text('0901234567')],
    );
    expect(found.map(({ sheet_column, system_field }) => [sheet_column, system_field])).toEqual([
      ['Total', 'total_amount'],
      ['B', 'email'],
      ['Note', 'note'],
      ['note', 'note_d'],
      ['E', 'phone'],
    ]);
    const twice = suggest(['Note', 'Note']);
    expect(twice.map(({ sheet_column }) => sheet_column)).toEqual(['A', 'B']);
  });

  it('leaves out a column that no mapping could name', () => {
    expect(suggest(['Note', 'Note', 'A']).map(({ sheet_column }) => sheet_column)).toEqual([
      'B',
      'A',
    ]);
  });

  it.each<[string, Cell[], string, string]>([
    ['Kho hàng phụ tùng xe', [text('A'), text('B')], 'kho_hang_phu_tung_xe', 'string'],
    ['Foo', [num(1), num(2)], 'foo', 'integer'],
    ['Foo', [num(1), num(2.5)], 'foo', 'number'],
    ['Foo', [text('1.234,5 ₫')], 'foo', 'number'],
    ['Foo', [text('0012'), text('0013')], 'foo', 'string'],
    ['Foo', [num(46342, '16/11/2026')], 'foo', 'date'],
    ['Foo', [num(46342, '16 thg 11')], 'foo', 'date'],
    ['Foo', [num(46342, '46.342')], 'foo', 'integer'],
    ['Foo', [text('31/12/2026')], 'foo', 'date'],
    ['Foo', [flag(true), flag(false)], 'foo', 'boolean'],
    ['Foo', [text('có'), text('không')], 'foo', 'boolean'],
    ['Foo', [text('0'), text('1')], 'foo', 'integer'],
    ['Foo', [], 'foo', 'string'],
    ['Constructor', [], 'constructor_field', 'string'],
    ['2024', [], 'column_2024', 'string'],
    ['備考欄', [], 'column_a', 'string'],
    ['🌵', [], 'column_a', 'string'],
  ])('makes a field of %s', (header, cells, system_field, data_type) => {
    const found = suggest([header], ...cells.map((cell) => [cell]));
    expect(found).toEqual([
      { system_field, sheet_column: header, data_type, required: false, confidence: 0.2 },
    ]);
  });

  it('has good and unique names and columns that are found, whatever the table is', () => {
    const words = fc.constantFrom('total', 'Tổng', 'note', 'Ngày', 'id', 'A', 'B', 'a b', '', '$.');
    const cells = fc.oneof(fc.string(), fc.double(), fc.boolean()).map((value) => ({
      value,
      text: String(value),
    }));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 12 }),
        fc.array(fc.array(cells, { maxLength: 14 }), { maxLength: 4 }),
        (headers, rows) => {
          const found = suggestMapping(headers, rows, context);
          const names = found.map(({ system_field }) => system_field);
          const row = new HeaderRow(headers);
          const places = found.map(({ sheet_column }) => row.find(sheet_column));
          expect(new Set(names).size).toBe(names.length);
          expect(names.filter((name) => fieldNameProblem(name) !== undefined)).toEqual([]);
          expect(places.every(({ kind }) => kind === 'found')).toBe(true);
          expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(places.length);
          for (const { confidence } of found) {
            expect(confidence).toBeGreaterThan(0);
            expect(confidence).toBeLessThanOrEqual(1);
            expect(Math.round(confidence * 100) / 100).toBe(confidence);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
