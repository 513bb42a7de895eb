import { columnName, HeaderRow, isSameHeader } from './header-row';

const found = (index: number) => ({ kind: 'found', index });

describe('a header row', () => {
  const row = new HeaderRow(['Order ID', ' Total ', '', 'Mã đơn', 'total', 'C', 'Note', 'Note']);

  it('finds an exact header first', () => {
    expect(row.find('Order ID')).toEqual(found(0));
    expect(row.find(' Total ')).toEqual(found(1));
    expect(row.find('total')).toEqual(found(4));
  });

  it.each(['order id', '  ORDER ID ', 'oRdEr Id\u00a0'])('finds %j whatever its case', (column) => {
    expect(row.find(column)).toEqual(found(0));
  });

  it('finds a header however its accents are encoded', () => {
    expect(row.find('Mã đơn'.normalize('NFD'))).toEqual(found(3));
    expect(new HeaderRow(['MÃ ĐƠN'.normalize('NFD')]).find('mã đơn')).toEqual(found(0));
  });

  it('does not take one letter for another', () => {
    expect(row.find('Ma don')).toEqual({ kind: 'missing' });
  });

  it.each([
    ['A', 0],
    ['b', 1],
    [' d ', 3],
    ['AA', 26],
    ['zzz', 18277],
  ])('finds the column %j by its letters', (column, index) => {
    expect(row.find(column)).toEqual(found(index));
  });

  it('prefers a header to the letters that it looks like', () => {
    expect(row.find('C')).toEqual(found(5));
    expect(row.find('c')).toEqual(found(5));
  });

  it('says when a header occurs twice', () => {
    expect(row.find('Note')).toEqual({ kind: 'ambiguous', indexes: [6, 7] });
    expect(row.find('TOTAL')).toEqual({ kind: 'ambiguous', indexes: [1, 4] });
  });

  it.each(['', '   ', 'Missing', 'ABCD', 'A1', '1', '__proto__', 'ÀB'])(
    'does not find %j',
    (column) => {
      expect(row.find(column)).toEqual({ kind: 'missing' });
    },
  );

  it('never finds a blank header', () => {
    expect(new HeaderRow(['', ' ']).find(' ')).toEqual({ kind: 'missing' });
  });

  it('finds a header that is absurdly long only as it is, but at once', () => {
    const marks = '\u0301\u0316'.repeat(25_000);
    const absurd = new HeaderRow(Array.from({ length: 100 }, (_, index) => marks + index));
    expect(absurd.find(`${marks}7`)).toEqual(found(7));
    expect(absurd.find(` ${marks}7`)).toEqual({ kind: 'missing' });
  });

  it('is what a person sees of the cells', () => {
    const cells = [
      { value: 2026, text: '2.026' },
      { value: null, text: '' },
    ];
    expect(HeaderRow.of(cells).texts).toEqual(['2.026', '']);
  });

  it('describes what there is', () => {
    expect(new HeaderRow(['A b', '', ' C ']).describe()).toBe('"A b" (column A), "C" (column C)');
    expect(new HeaderRow(['', '']).describe()).toBe('no headers');
    const many = new HeaderRow(Array.from({ length: 60 }, (_, index) => `h${index}`)).describe();
    expect(many).toMatch(/"h49" \(column AX\) and 10 more$/);
  });
});

describe('the name of a column', () => {
  it('has its header and its letters', () => {
    expect(columnName(2, ['', '', 'Total'])).toBe('"Total" (column C)');
    expect(columnName(1, ['', ' '])).toBe('column B');
    expect(columnName(30, [])).toBe('column AE');
  });
});

describe('two headers', () => {
  it('are the same whatever their case, the space around them and their encoding', () => {
    expect(isSameHeader(' Mã đơn', 'MÃ ĐƠN '.normalize('NFD'))).toBe(true);
    expect(isSameHeader('Mã đơn', 'Ma don')).toBe(false);
  });
});
