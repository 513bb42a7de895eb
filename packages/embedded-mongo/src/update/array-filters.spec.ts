import { type BsonValue } from '../values';
import { parseArrayFilters } from './array-filters';
import { failure } from './testing/updated';

describe('parseArrayFilters', () => {
  it('makes a test of elements for each identifier', () => {
    const filters = parseArrayFilters([{ big: { $gt: 5 } }, { 'item.kind': 'x', 'item.n': 1 }], {});
    expect(filters.get('big')?.(6)).toBe(true);
    expect(filters.get('big')?.(5)).toBe(false);
    expect(filters.get('item')?.({ kind: 'x', n: 1 })).toBe(true);
    expect(filters.get('item')?.({ kind: 'x', n: 2 })).toBe(false);
  });

  it('looks for the identifier inside of logical operators', () => {
    const filters = parseArrayFilters([{ $or: [{ 'x.a': 1 }, { $and: [{ 'x.b': 2 }] }] }], {});
    expect([...filters.keys()]).toEqual(['x']);
    expect(filters.get('x')?.({ b: 2 })).toBe(true);
  });

  it('has nothing for nothing', () => {
    expect(parseArrayFilters(undefined, {}).size).toBe(0);
  });

  it.each<[BsonValue[], number, string]>([
    [
      [{ a: 1, b: 2 }],
      9,
      "Error parsing array filter :: caused by :: Expected a single top-level field name, found 'a' and 'b'",
    ],
    [[{}], 9, 'Cannot use an expression without a top-level field name in arrayFilters'],
    [[{ a: 1 }, { a: 2 }], 9, 'Found multiple array filters with the same top-level field name a'],
    [
      [{ A: 1 }],
      2,
      "Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found 'A'",
    ],
    [
      [5],
      14,
      "BSON field 'update.updates.arrayFilters.0' is the wrong type 'int', expected type 'object'",
    ],
  ])('refuses %j', (filters, code, message) => {
    expect(() => parseArrayFilters(filters, {})).toThrow(failure(code, message));
  });

  it('says that the filter was at fault', () => {
    expect(() => parseArrayFilters([{ a: { $nonsense: 1 } }], {})).toThrow(
      /^Error parsing array filter :: caused by :: /,
    );
  });
});
