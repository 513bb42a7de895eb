import fc from 'fast-check';
import { fromText, hashTexts, toText } from './text-hash';

describe('hashTexts', () => {
  it('keeps the parts apart', () => {
    expect(hashTexts(['ab', 'c'])).not.toEqual(hashTexts(['a', 'bc']));
    expect(hashTexts(['a', '', 'b'])).not.toEqual(hashTexts(['a', 'b']));
    expect(hashTexts(['1:a'])).not.toEqual(hashTexts(['a', 'a']));
    expect(hashTexts(['', 'a'])).not.toEqual(hashTexts(['a']));
  });

  it('takes no notice of blank parts at the end', () => {
    expect(hashTexts(['a', '', ''])).toEqual(hashTexts(['a']));
    expect(hashTexts([''])).toEqual(hashTexts([]));
  });

  it('is the same for the same parts only', () => {
    // Well-formed, since halves of characters are stored as one and the same replacement.
    const text = fc.string({ unit: fc.constantFrom('', '1', ':', 'a', 'é', '😀'), maxLength: 3 });
    const parts = fc.array(text, { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const areSame = JSON.stringify(filled(one)) === JSON.stringify(filled(other));
        expect(toText(hashTexts(one)) === toText(hashTexts(other))).toBe(areSame);
      }),
      { numRuns: 500 },
    );
  });

  it('stays what it was: hashes are stored', () => {
    expect(toText(hashTexts(['order-1', 'Nguyễn', '12.5']))).toBe('elY4H0ySlKw');
  });
});

describe('toText and fromText', () => {
  it('keep every bit, in eleven characters', () => {
    const half = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(
      fc.property(fc.record({ hi: half, lo: half }, { noNullPrototype: true }), (hash) => {
        expect(toText(hash)).toHaveLength(11);
        expect(fromText(toText(hash))).toEqual(hash);
      }),
    );
  });

  it.each(['', 'short', 'a'.repeat(12), 'aaaaaaaaaa='])('takes "%s" for no hash', (text) => {
    expect(() => fromText(text)).toThrow('is not the hash of a row');
  });
});

function filled(parts: readonly string[]): readonly string[] {
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1);
}
