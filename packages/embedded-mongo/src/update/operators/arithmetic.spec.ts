import { type BsonValue, Decimal128, Double, Int32, Long } from '../../values';
import { failure, updated } from '../testing/updated';

const MOST = Long.MAX_VALUE;

describe('$inc', () => {
  it.each<[BsonValue, BsonValue, BsonValue]>([
    [1, 2, 3],
    [1, 0.5, 1.5],
    [0.5, 0.5, new Double(1)],
    [new Double(1), 2, new Double(3)],
    [2147483647, 1, Long.fromNumber(2147483648)],
    [Long.fromNumber(5), 1, Long.fromNumber(6)],
    [new Int32(5), 1, 6],
    [Long.fromNumber(5), 0.5, 5.5],
    [1, Decimal128.fromString('0.1'), Decimal128.fromString('1.1')],
  ])('adds to %p the number %p', (current, operand, result) => {
    expect(updated({ a: current }, { $inc: { a: operand } })).toEqual({ a: result });
  });

  it('takes a missing field for 0 and keeps the type of the argument', () => {
    expect(updated({}, { $inc: { a: Long.fromNumber(2), 'b.c': 1 } })).toEqual({
      a: Long.fromNumber(2),
      b: { c: 1 },
    });
  });

  it('refuses what is not a number', () => {
    expect(() => updated({ _id: 7, x: 'a' }, { $inc: { x: 1 } })).toThrow(
      failure(
        14,
        "Cannot apply $inc to a value of non-numeric type. {_id: 7} has the field 'x' of non-numeric type string",
      ),
    );
    expect(() => updated({ _id: 7, a: { x: null } }, { $inc: { 'a.x': 1 } })).toThrow(
      "has the field 'x' of non-numeric type null",
    );
    expect(() => updated({}, { $inc: { x: 'a' } })).toThrow(
      failure(14, 'Cannot increment with non-numeric argument: {x: "a"}'),
    );
  });

  it('refuses to leave 64 bits', () => {
    expect(() => updated({ _id: 1, a: MOST }, { $inc: { a: 1 } })).toThrow(
      failure(
        2,
        /^Failed to apply \$inc operations to current value \(.*9223372036854775807\) for document \{_id: 1\}$/,
      ),
    );
  });
});

describe('$mul', () => {
  it.each<[BsonValue, BsonValue, BsonValue]>([
    [3, 2, 6],
    [3, 0.5, 1.5],
    [65536, 65536, Long.fromNumber(4294967296)],
    [Decimal128.fromString('1.5'), 2, Decimal128.fromString('3.0')],
  ])('multiplies %p by %p', (current, operand, result) => {
    expect(updated({ a: current }, { $mul: { a: operand } })).toEqual({ a: result });
  });

  it('makes a missing field a zero of the type of the argument', () => {
    expect(updated({}, { $mul: { a: 5, b: Long.fromNumber(5), c: 1.5 } })).toEqual({
      a: 0,
      b: Long.ZERO,
      c: new Double(0),
    });
  });

  it('refuses what is not a number', () => {
    expect(() => updated({ _id: 1, x: [] }, { $mul: { x: 2 } })).toThrow(
      failure(
        14,
        "Cannot apply $mul to a value of non-numeric type. {_id: 1} has the field 'x' of non-numeric type array",
      ),
    );
    expect(() => updated({}, { $mul: { x: null } })).toThrow(
      failure(14, 'Cannot multiply with non-numeric argument: {x: null}'),
    );
  });
});
