import type { CommandError } from '../errors';
import { Decimal128, Double, Long } from '../values';
import { Arguments } from './arguments';

const reading = (body: ConstructorParameters<typeof Arguments>[1]): Arguments =>
  new Arguments('find', body);

/** The error code of what a function throws. */
function codeOf(read: () => unknown): number | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as CommandError).code;
  }
}

describe('Arguments', () => {
  it('reads integers of every numeric type', () => {
    const options = reading({
      a: 3,
      b: Long.fromNumber(4),
      c: new Double(5.9),
      d: Decimal128.fromString('6'),
    });
    expect(['a', 'b', 'c', 'd', 'missing'].map((field) => options.integer(field))).toEqual([
      3,
      4,
      5,
      6,
      undefined,
    ]);
  });

  it('takes a number for a boolean, and null for nothing', () => {
    const options = reading({ yes: 1, no: 0, none: null });
    expect(options.boolean('yes')).toBe(true);
    expect(options.boolean('no')).toBe(false);
    expect(options.boolean('none')).toBe(false);
    expect(options.document('none')).toBeUndefined();
  });

  it('names the field and the type in its refusal', () => {
    expect(() => reading({ filter: 'x' }).document('filter')).toThrow(
      "BSON field 'find.filter' is the wrong type 'string', expected type 'object'",
    );
    expect(() => reading({ limit: 'x' }).integer('limit')).toThrow(
      /'\[long, int, decimal, double\]'/,
    );
    expect(() => reading({ a: [1] }).documents('a')).toThrow(/'find.a.0' is the wrong type 'int'/);
  });

  it('refuses negative counts and missing fields', () => {
    expect(codeOf(() => reading({ skip: -1 }).count('skip'))).toBe(51024);
    expect(codeOf(() => reading({}).requiredDocument('q'))).toBe(40414);
    expect(() => reading({}).requiredDocument('q')).toThrow(/'find.q' is missing/);
  });

  it('takes an empty hint or sort for none', () => {
    const options = reading({ hint: {}, sort: {} });
    expect(options.hint()).toBeUndefined();
    expect(options.sort()).toBeUndefined();
    expect(reading({ hint: 'a_1' }).hint()).toBe('a_1');
    expect(codeOf(() => reading({ hint: 5 }).hint())).toBe(9);
  });

  it('wants a locale in a collation', () => {
    expect(reading({ collation: { locale: 'en' } }).collation()).toEqual({ locale: 'en' });
    expect(codeOf(() => reading({ collation: { strength: 2 } }).collation())).toBe(40414);
  });
});
