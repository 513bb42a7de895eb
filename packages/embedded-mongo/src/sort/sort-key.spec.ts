import { type CommandError } from '../errors';
import { type Doc, Double, Long } from '../values';
import { parseSort } from './sort-key';

function codeOf(spec: Doc): number | undefined {
  try {
    parseSort(spec);
    return undefined;
  } catch (error) {
    return (error as CommandError).code;
  }
}

describe('parseSort', () => {
  it('reads fields, dotted paths, scores and directions of any numeric type', () => {
    const keys = parseSort({
      a: 1,
      'b.c': Long.fromNumber(-1),
      d: new Double(1),
      score: { $meta: 'textScore' },
    });
    expect(keys.map(({ path, direction, kind }) => [path, direction, kind])).toEqual([
      ['a', 1, 'field'],
      ['b.c', -1, 'field'],
      ['d', 1, 'field'],
      ['score', -1, 'textScore'],
    ]);
    expect(keys[1]?.components).toEqual(['b', 'c']);
  });

  it('reads the natural order, alone', () => {
    expect(parseSort({ $natural: -1 })).toMatchObject([{ kind: 'natural', direction: -1 }]);
    expect(codeOf({ $natural: 1, a: 1 })).toBe(2);
    expect(codeOf({ $natural: 2 })).toBe(2);
  });

  it('has nothing to do for an empty specification', () => {
    expect(parseSort({})).toEqual([]);
  });

  it.each<[Doc, number]>([
    [{ a: 'asc' }, 15974],
    [{ a: null }, 15974],
    [{ a: 0 }, 15975],
    [{ a: 2 }, 15975],
    [{ '': 1 }, 40352],
    [{ 'a.': 1 }, 40353],
    [{ 'a..b': 1 }, 15998],
    [{ $a: 1 }, 16410],
    [{ a: { $sum: 1 } }, 17312],
    [{ a: { $meta: 'nonsense' } }, 31138],
    [{ a: { $meta: 'textScore', b: 1 } }, 9],
    [{ a: { $meta: 'geoNearDistance' } }, 238],
    [Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`f${index}`, 1])), 13103],
  ])('refuses %j with code %i', (spec, code) => {
    expect(codeOf(spec)).toBe(code);
  });
});
