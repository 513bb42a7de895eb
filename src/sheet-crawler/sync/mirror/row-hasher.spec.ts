import { type Cell, EMPTY_CELL } from '@tributary/google';
import { RowHasher } from './row-hasher';

const HEADERS = ['Order ID', 'Total', 'Note'];

const cellOf = (value: string | number | null): Cell =>
  value === null ? EMPTY_CELL : { value, text: String(value) };

function hashesOf(values: (string | number | null)[], headers = HEADERS, keyIndex?: number) {
  return new RowHasher(headers, keyIndex).of({ number: 2, cells: values.map(cellOf) });
}

describe('the hashes of a row', () => {
  it('stay the same wherever its columns stand', () => {
    const before = hashesOf(['A1', 5, 'x'], HEADERS, 0);
    expect(hashesOf([5, 'x', 'A1'], ['Total', 'Note', 'Order ID'], 2)).toEqual(before);
    expect(hashesOf([null, 'A1', 5, 'x'], ['', ...HEADERS], 1)).toEqual(before);
    expect(hashesOf(['A1', 5, 'x', null, null], [...HEADERS, 'New'], 0)).toEqual(before);
  });

  it('are others when a value is another, or in another column', () => {
    const { content } = hashesOf(['A1', 5, 'x']);
    expect(hashesOf(['A1', 6, 'x']).content).not.toEqual(content);
    expect(hashesOf(['A1', 'x', 5]).content).not.toEqual(content);
    expect(hashesOf(['A1', 5]).content).not.toEqual(content);
    expect(hashesOf(['A1', 5, 'x', 'y']).content).not.toEqual(content);
  });

  it('tell a number from another that is shown alike', () => {
    const shown = (value: number) =>
      new RowHasher(HEADERS, undefined).of({ number: 2, cells: [{ value, text: '1.2' }] });
    expect(shown(1.21).content).not.toEqual(shown(1.22).content);
  });

  it('know a row by its key where it has one, and by its content otherwise', () => {
    const { identity } = hashesOf(['A1', 5], HEADERS, 0);
    expect(hashesOf([' A1 ', 6], HEADERS, 0).identity).toEqual(identity);
    expect(hashesOf(['A2', 5], HEADERS, 0).identity).not.toEqual(identity);
    const keyless = hashesOf([null, 5], HEADERS, 0);
    expect(keyless.identity).toEqual(keyless.content);
  });

  it('do not depend on the rows that were hashed before', () => {
    const hasher = new RowHasher(HEADERS, undefined);
    const narrow = { number: 2, cells: ['A1', 5].map(cellOf) };
    const before = hasher.of(narrow);
    hasher.of({ number: 3, cells: ['A2', 6, 'x', 'y', 'z'].map(cellOf) });
    expect(hasher.of(narrow)).toEqual(before);
  });
});
