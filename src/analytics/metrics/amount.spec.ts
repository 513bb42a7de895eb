import fc from 'fast-check';
import { addAmount, noAmount, toAmount, toNumber } from './amount';

const MILLION = 1_000_000n;

/** Exact decimals as people write them, in millionths. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => ({ digits, places }));

function textOf({ digits, places }: { digits: bigint; places: number }): string {
  const plain = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const at = plain.length - places;
  const text = places === 0 ? plain : `${plain.slice(0, at)}.${plain.slice(at)}`;
  return digits < 0n ? `-${text}` : text;
}

describe('amounts', () => {
  it('add up exactly as the decimals do that were typed', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 200 }), (decimals) => {
        const sum = noAmount();
        let exact = 0n;
        for (const each of decimals) {
          const amount = toAmount(Number(textOf(each)));
          addAmount(sum, { count: 1, ...amount! });
          exact += each.digits * 10n ** BigInt(6 - each.places);
        }
        expect(sum.count).toBe(decimals.length);
        expect(BigInt(sum.whole) * MILLION + BigInt(sum.millionths)).toBe(exact);
        expect(toNumber(sum)).toBe(Number(textOf({ digits: exact, places: 6 })));
      }),
      { numRuns: 300 },
    );
  });

  it('are in the order of their numbers', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const [a, b] = [one, other].map((each) => Number(textOf(each)));
        const [x, y] = [toAmount(a!)!, toAmount(b!)!];
        const order = Math.sign(x.whole - y.whole || x.millionths - y.millionths);
        expect(order).toBe(Math.sign(a! - b!));
      }),
      { numRuns: 300 },
    );
  });

  it('give back one cent a million times', () => {
    const sum = noAmount();
    for (let at = 0; at < 1_000_000; at += 1) addAmount(sum, { count: 1, ...toAmount(0.01)! });
    expect(toNumber(sum)).toBe(10_000);
  });

  it.each([NaN, Infinity, -Infinity, 2 ** 53, -1e300])('cannot be %d', (value) => {
    expect(toAmount(value)).toBeUndefined();
  });

  it.each([
    [0, { whole: 0, millionths: 0 }],
    [-0, { whole: 0, millionths: 0 }],
    [-0.5, { whole: 0, millionths: -500_000 }],
    [1e-9, { whole: 0, millionths: 0 }],
    [12_345_678_901.25, { whole: 12_345_678_901, millionths: 250_000 }],
  ])('are made of %d', (value, amount) => {
    expect(toAmount(value)).toEqual(amount);
  });
});
