import { type BsonValue, Long } from '../../values';
import { failure, updated } from '../testing/updated';

describe('$bit', () => {
  it('does and, or and xor, one after the other', () => {
    expect(updated({ a: 13 }, { $bit: { a: { and: 10 } } })).toEqual({ a: 8 });
    expect(updated({ a: 3 }, { $bit: { a: { or: 5 } } })).toEqual({ a: 7 });
    expect(updated({ a: 1 }, { $bit: { a: { xor: 5 } } })).toEqual({ a: 4 });
    expect(updated({ a: 1 }, { $bit: { a: { or: 6, and: 3 } } })).toEqual({ a: 3 });
    expect(updated({ a: -1 }, { $bit: { a: { xor: 1 } } })).toEqual({ a: -2 });
  });

  it('keeps 64 bits', () => {
    const high = Long.fromString('1099511627776');
    expect(updated({ a: high }, { $bit: { a: { or: 1 } } })).toEqual({ a: high.add(1) });
    expect(updated({ a: 1 }, { $bit: { a: { or: high } } })).toEqual({ a: high.add(1) });
  });

  it('takes a missing field for 0', () => {
    expect(updated({}, { $bit: { a: { or: 5 }, b: { and: 5 } } })).toEqual({ a: 5, b: 0 });
  });

  it.each<[BsonValue, string]>([
    [
      5,
      'The $bit modifier is not compatible with a int. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}',
    ],
    [
      {},
      'You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}',
    ],
    [
      { not: 1 },
      "The $bit modifier only supports 'and', 'or', and 'xor', not 'not' which is an unknown operator: {not: 1}",
    ],
    [
      { and: 1.5 },
      "The $bit modifier field must be an Integer(32/64 bit); a 'double' is not supported here: {and: 1.5}",
    ],
  ])('refuses %j', (argument, message) => {
    expect(() => updated({ a: 1 }, { $bit: { a: argument } })).toThrow(failure(2, message));
  });

  it('refuses a value without bits', () => {
    expect(() => updated({ _id: 1, a: 1.5 }, { $bit: { a: { or: 1 } } })).toThrow(
      failure(
        2,
        'Cannot apply $bit to a value of non-integral type._id: 1 has the field a of non-integer type double',
      ),
    );
  });
});
