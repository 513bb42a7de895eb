import { columnLetters } from './column-letters';

describe('a column', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('at %i is %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters);
  });
});
