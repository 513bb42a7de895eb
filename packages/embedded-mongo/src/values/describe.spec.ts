import { Binary, BSONRegExp, Decimal128, Double, Long, ObjectId, Timestamp } from 'bson';
import { describe as render } from './describe';
import type { BsonValue } from './types';

describe('describe', () => {
  it.each<[BsonValue, string]>([
    [{ a: 1, b: 'x', c: undefined }, '{ a: 1, b: "x" }'],
    [{}, '{}'],
    [[1, [null], {}], '[ 1, [ null ], {} ]'],
    [[], '[]'],
    [new ObjectId('0123456789abcdef01234567'), "ObjectId('0123456789abcdef01234567')"],
    [new Date(5), 'new Date(5)'],
    [new Double(1), '1.0'],
    [Long.fromNumber(5), '5'],
    [new Decimal128('1.50'), "Decimal128('1.50')"],
    [new BSONRegExp('a', 'i'), '/a/i'],
    [new Timestamp({ t: 1, i: 2 }), 'Timestamp(1, 2)'],
    [new Binary(Buffer.from([171]), 4), 'BinData(4, AB)'],
    [undefined, 'undefined'],
  ])('renders %p', (value, text) => {
    expect(render(value)).toBe(text);
  });

  it('is short', () => {
    expect(render('x'.repeat(10_000)).length).toBeLessThan(1100);
  });
});
