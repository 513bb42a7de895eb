import fc from 'fast-check';
import { cacheKey, type CacheParameter } from './cache-key';

type Parameters = Record<string, CacheParameter>;

const RUNS = { numRuns: 1_000 };

const name = fc.oneof(
  fc.constantFrom('date_from', 'date_to', 'search', 'limit', 'page', 'page_size', '__proto__'),
  fc.string(),
);
const value: fc.Arbitrary<CacheParameter> = fc.oneof(
  fc.constantFrom('', 'null', '1', 'a,b', '"', '["date_from",null]'),
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.constant(null),
);
const question = fc.constantFrom('summary', 'time-series', 'distribution', 'top', 'data');
const asked = fc.tuple(question, fc.array(fc.tuple(name, value), { maxLength: 6 }));

/** What a request is, whatever the order of its parameters. */
function isSame(one: Parameters, other: Parameters): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((key) => Object.hasOwn(other, key) && one[key] === other[key])
  );
}

describe('cacheKey', () => {
  it('Feature: sheet-analytics-api, Property 11: requests with different parameters have different cache keys', () => {
    fc.assert(
      fc.property(asked, asked, ([first, some], [second, others]) => {
        const [one, other] = [Object.fromEntries(some), Object.fromEntries(others)];
        const areSame = first === second && isSame(one, other);
        expect(cacheKey(first, one) === cacheKey(second, other)).toBe(areSame);
      }),
      RUNS,
    );
  });

  it('is another one for a request in which one parameter is another one, or missing', () => {
    fc.assert(
      fc.property(asked, name, value, value, ([first, some], changed, before, after) => {
        fc.pre(before !== after);
        const [one, other, without] = [
          Object.fromEntries([...some, [changed, before]]),
          Object.fromEntries([...some, [changed, after]]),
          Object.fromEntries(some.filter(([key]) => key !== changed)),
        ];
        const keys = [one, other, without].map((parameters) => cacheKey(first, parameters));
        expect(new Set(keys).size).toBe(3);
      }),
      RUNS,
    );
  });

  it('is the same for the same parameters in any order', () => {
    fc.assert(
      fc.property(asked, ([first, some]) => {
        const one = Object.fromEntries(some);
        const reversed = Object.fromEntries(Object.entries(one).reverse());
        expect(cacheKey(first, reversed)).toBe(cacheKey(first, one));
      }),
      RUNS,
    );
  });
});
