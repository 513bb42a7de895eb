import { likelyRename } from './likely-rename';

const none: ReadonlySet<number> = new Set();

describe('a header that is missing', () => {
  it.each([
    ['Order ID', 0, ['order-id', 'Total'], 'order-id'],
    ['Mã đơn hàng', 0, ['Ghi chú', 'Ma don hang'], 'Ma don hang'],
    ['Mã đơn hàng', 0, ['Mã đơn', 'Ngày'], 'Mã đơn'],
    ['Customer name', 3, ['a', 'b', 'Name of the customer', 'c'], 'Name of the customer'],
    ['Total', 1, ['x', 'Totals'], 'Totals'],
    ['Quantity', 1, ['x', 'y', 'Quantty'], 'Quantty'],
    ['SĐT', 2, ['x', 'y', 'Số điện thoại'], 'Số điện thoại'],
    ['Order ID', 0, ['Ngày', 'Mã đơn hàng'], 'Mã đơn hàng'],
    ['Warehouse', 1, ['Aisle', 'Warehouse (main)'], 'Warehouse (main)'],
  ])('%j at %i among %j became %j', (header, index, headers, renamed) => {
    expect(likelyRename({ header, index }, headers, none)).toBe(renamed);
  });

  it.each([
    ['Order ID', 0, ['Ngày', 'Ghi chú']],
    ['Order ID', 0, ['Order date']],
    ['Total', 0, ['', '  ']],
    ['Total', 0, []],
    ['', 0, ['Total']],
    ['Warehouse', 0, ['Aisle']],
  ])('%j at %i among %j became none of them', (header, index, headers) => {
    expect(likelyRename({ header, index }, headers, none)).toBeNull();
  });

  it('did not become one that is taken', () => {
    expect(likelyRename({ header: 'Total', index: 0 }, ['Total 1', 'x'], new Set([0]))).toBeNull();
  });

  it('rather became the one in the same place', () => {
    const headers = ['Box one', 'Box two'];
    expect(likelyRename({ header: 'Box', index: 0 }, headers, none)).toBe('Box one');
    expect(likelyRename({ header: 'Box', index: 1 }, headers, none)).toBe('Box two');
  });

  it('may be absurd', () => {
    const header = '\uD800'.repeat(50_000);
    expect(likelyRename({ header, index: 0 }, [header, 'a'.repeat(50_000)], none)).toBeNull();
  });
});
