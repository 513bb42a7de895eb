import { BSONRegExp, type BsonValue, type Doc, Double, Long } from '../../values';
import { compileFilter } from '../filter';
import { type MatchContext } from '../types';

const of = (condition: BsonValue, value: BsonValue): boolean =>
  compileFilter({ a: condition })({ a: value });

function positionOf(filter: Doc, doc: Doc): number | undefined {
  const context: MatchContext = {};
  return compileFilter(filter)(doc, context) ? context.position : -1;
}

describe('$elemMatch', () => {
  it('asks all conditions of one element', () => {
    const filter = { a: { $elemMatch: { b: 1, c: { $gt: 2 } } } };
    expect(
      compileFilter(filter)({
        a: [
          { b: 1, c: 1 },
          { b: 1, c: 3 },
        ],
      }),
    ).toBe(true);
    expect(
      compileFilter(filter)({
        a: [
          { b: 1, c: 1 },
          { b: 2, c: 3 },
        ],
      }),
    ).toBe(false);
    expect(compileFilter(filter)({ a: { b: 1, c: 3 } })).toBe(false);
  });

  it('asks operators of the element itself', () => {
    expect(of({ $elemMatch: { $gt: 1, $lt: 3 } }, [0, 2])).toBe(true);
    expect(of({ $elemMatch: { $gt: 1, $lt: 3 } }, [0, 5])).toBe(false);
    expect(of({ $elemMatch: { $gt: 5 } }, [[6]])).toBe(false);
    expect(of({ $elemMatch: { $not: { $gt: 5 } } }, [6, 4])).toBe(true);
    expect(of({ $elemMatch: { $in: [[6]] } }, [[6]])).toBe(true);
    expect(of({ $elemMatch: { $elemMatch: { $gt: 5 } } }, [[1], [6]])).toBe(true);
    expect(of({ $elemMatch: { $exists: true } }, [])).toBe(false);
  });

  it('takes logical operators as filters of the element', () => {
    expect(of({ $elemMatch: { $or: [{ b: 1 }, { b: 2 }] } }, [{ b: 2 }])).toBe(true);
    expect(of({ $elemMatch: { $and: [{ b: 1 }, { c: 2 }] } }, [{ b: 1 }, { c: 2 }])).toBe(false);
    expect(of({ $elemMatch: {} }, [{}])).toBe(true);
    expect(of({ $elemMatch: {} }, [5])).toBe(false);
  });

  it('sees an array in the array as a document of its indexes', () => {
    expect(of({ $elemMatch: { '0': 1 } }, [[1, 2]])).toBe(true);
    expect(of({ $elemMatch: { '1': 1 } }, [[1, 2]])).toBe(false);
  });

  it('refuses what is no document, and $expr inside', () => {
    expect(() => compileFilter({ a: { $elemMatch: 5 } })).toThrow('$elemMatch needs an Object');
    expect(() => compileFilter({ a: { $elemMatch: { $expr: true } } })).toThrow(
      '$expr can only be applied to the top-level document',
    );
  });
});

describe('$size', () => {
  it('counts elements of arrays only', () => {
    expect(of({ $size: 2 }, [1, [2]])).toBe(true);
    expect(of({ $size: Long.fromNumber(0) }, [])).toBe(true);
    expect(of({ $size: new Double(2) }, [[1, 2]])).toBe(false);
    expect(of({ $size: 0 }, undefined)).toBe(false);
    expect(compileFilter({ 'a.0': { $size: 2 } })({ a: [[1, 2]] })).toBe(true);
  });

  it('refuses what is no natural number', () => {
    expect(() => compileFilter({ a: { $size: 'x' } })).toThrow('Failed to parse $size.');
    expect(() => compileFilter({ a: { $size: -1 } })).toThrow('Expected a non-negative number');
    expect(() => compileFilter({ a: { $size: 1.5 } })).toThrow('Expected an integer');
  });
});

describe('$all', () => {
  it('wants every value, in any order', () => {
    expect(of({ $all: [1, 2] }, [2, 3, 1])).toBe(true);
    expect(of({ $all: [1, 4] }, [2, 3, 1])).toBe(false);
    expect(of({ $all: [1] }, 1)).toBe(true);
    expect(of({ $all: [[1, 2]] }, [1, 2])).toBe(true);
    expect(of({ $all: [] }, [])).toBe(false);
    expect(of({ $all: [null] }, undefined)).toBe(true);
    expect(of({ $all: [new BSONRegExp('^a'), 'b'] }, ['ax', 'b'])).toBe(true);
  });

  it('takes a list of $elemMatch', () => {
    const filter = { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 2 } }] } };
    expect(compileFilter(filter)({ a: [{ b: 2 }, { b: 1 }] })).toBe(true);
    expect(compileFilter(filter)({ a: [{ b: 2 }] })).toBe(false);
    expect(() => compileFilter({ a: { $all: [{ $elemMatch: { b: 1 } }, 5] } })).toThrow(
      '$all/$elemMatch has to be consistent',
    );
  });

  it('refuses operators and what is no list', () => {
    expect(() => compileFilter({ a: { $all: [{ $gt: 5 }] } })).toThrow('no $ expressions in $all');
    expect(() => compileFilter({ a: { $all: 5 } })).toThrow('$all needs an array');
  });
});

describe('the position a match leaves', () => {
  const doc = { a: [{ b: 1 }, { b: [5, 6] }, { b: 3 }], n: [10, 20, 30], x: 1 };

  it.each<[Doc, number | undefined]>([
    [{ 'a.b': 3 }, 2],
    [{ 'a.b': 6 }, 1],
    [{ a: { $elemMatch: { b: 3 } } }, 2],
    [{ 'a.b': { $elemMatch: { $gt: 5 } } }, 1],
    [{ n: { $in: [30, 20] } }, 1],
    [{ n: { $all: [20] } }, 1],
    [{ n: { $gte: 15 }, x: 1 }, 1],
    [{ $and: [{ x: 1 }, { n: 30 }] }, 2],
    [{ $or: [{ n: 99 }, { n: 30 }] }, 2],
    [{ $or: [{ n: 20, x: 2 }, { n: 30 }] }, 2],
    [{ $or: [{ n: 20, x: 2 }, { x: 1 }] }, undefined],
    [{ n: { $ne: 99 } }, undefined],
    [{ n: { $not: { $gt: 99 } } }, undefined],
    [{ x: 1 }, undefined],
    [{ 'n.1': 20 }, undefined],
    [{ n: [10, 20, 30] }, undefined],
    [{ n: 20, 'a.b': { $in: [3] } }, 2],
    [{ 'a.b': { $in: [3] }, n: 20 }, 2],
    [{ n: 30, a: { $elemMatch: { b: 1 } } }, 2],
  ])('of %j is %j', (filter, position) => {
    expect(positionOf(filter, doc)).toBe(position);
  });
});
