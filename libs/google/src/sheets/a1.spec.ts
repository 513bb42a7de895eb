import fc from 'fast-check';
import { columnIndex, columnLetters, rowsRange } from './a1';

describe('columns', () => {
  it.each([
    ['A', 0],
    ['Z', 25],
    ['AA', 26],
    ['AZ', 51],
    ['ZZ', 701],
    ['AAA', 702],
    ['ZZZ', 18277],
  ])('%s stands at %i', (letters, index) => {
    expect(columnIndex(letters)).toBe(index);
    expect(columnLetters(index)).toBe(letters);
  });

  it('are the same after going through letters', () => {
    fc.assert(
      fc.property(fc.nat(18277), (index) => {
        expect(columnIndex(columnLetters(index))).toBe(index);
      }),
    );
  });
});

describe('rows in A1 notation', () => {
  it.each([
    ['Orders', "'Orders'!A2:ZZZ9"],
    ["Bob's", "'Bob''s'!A2:ZZZ9"],
    ['2024', "'2024'!A2:ZZZ9"],
    ['D3', "'D3'!A2:ZZZ9"],
    ['🌵 đơn!', "'🌵 đơn!'!A2:ZZZ9"],
  ])('quote the tab %s', (tab, range) => {
    expect(rowsRange(tab, { first: 'A', last: 'ZZZ' }, 2, 9)).toBe(range);
  });

  it('may be open at the end', () => {
    expect(rowsRange('T', { first: 'B', last: 'D' }, 5)).toBe("'T'!B5:D");
  });
});
