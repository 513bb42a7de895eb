import { updated } from '../testing/updated';

describe('$min and $max', () => {
  it('keep the smaller or the greater value', () => {
    const doc = { a: 5, b: 5, c: 5, d: 5 };
    expect(updated(doc, { $min: { a: 3, b: 7 }, $max: { c: 3, d: 7 } })).toEqual({
      a: 3,
      b: 5,
      c: 5,
      d: 7,
    });
  });

  it('set what is missing', () => {
    expect(updated({}, { $min: { a: 1 }, $max: { 'b.c': 2 } })).toEqual({ a: 1, b: { c: 2 } });
  });

  it('compare across types', () => {
    expect(updated({ a: 'x', b: null }, { $min: { a: 5 }, $max: { b: 0 } })).toEqual({
      a: 5,
      b: 0,
    });
  });

  it('compare dates', () => {
    const [early, late] = [new Date(1), new Date(2)];
    expect(updated({ a: late }, { $min: { a: early } })).toEqual({ a: early });
  });

  it('honour the collation', () => {
    const match = { collation: { locale: 'en', strength: 2 } };
    expect(updated({ a: 'B' }, { $min: { a: 'a' } }, { match })).toEqual({ a: 'a' });
    expect(updated({ a: 'B' }, { $min: { a: 'a' } })).toEqual({ a: 'B' });
    expect(updated({ a: 'A' }, { $max: { a: 'a' } }, { match })).toEqual({ a: 'A' });
  });
});
