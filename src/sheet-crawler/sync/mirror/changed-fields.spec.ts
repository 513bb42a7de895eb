import { changedFields } from './changed-fields';

const AT = Date.UTC(2026, 10, 18);
const row = (data: Record<string, string | number | Date | null>, raw_data = {}) => ({
  data,
  raw_data,
});

describe('the changed fields of a row', () => {
  it('are those whose values differ', () => {
    const before = row({ id: 'A1', total: 5, at: new Date(AT) });
    const after = row({ id: 'A1', total: 6, at: new Date(AT) });
    expect(changedFields(before, after)).toEqual(['total']);
  });

  it('are dates of another moment, and not other objects of the same', () => {
    expect(changedFields(row({ at: new Date(AT) }), row({ at: new Date(AT) }))).toEqual([]);
    expect(changedFields(row({ at: new Date(AT) }), row({ at: new Date(AT + 1) }))).toEqual(['at']);
    expect(changedFields(row({ at: new Date(AT) }), row({ at: 'soon' }))).toEqual(['at']);
  });

  it('are those that came or went', () => {
    expect(changedFields(row({ a: 1 }), row({ b: 1 }))).toEqual(['a', 'b']);
    expect(changedFields(row({ a: null }), row({ a: '' }))).toEqual(['a']);
  });

  it('are columns of the sheet where no mapped field changed', () => {
    const before = row({ id: 'A1' }, { 'Order ID': 'A1', Note: 'x' });
    const after = row({ id: 'A1' }, { 'Order ID': 'A1', Note: 'y', Extra: '1' });
    expect(changedFields(before, after)).toEqual(['Note', 'Extra']);
  });

  it('are all of a row that was not there', () => {
    expect(changedFields(undefined, row({ id: 'A1', total: 5 }))).toEqual(['id', 'total']);
  });
});
