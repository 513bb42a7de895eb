import * as fc from 'fast-check';
import { CommandError } from '../errors';
import { type Collation, comparatorFor, foldFor, sameCollation, withDefaults } from './collation';

describe('comparatorFor', () => {
  it('is undefined for the simple collation', () => {
    expect(comparatorFor()).toBeUndefined();
    expect(comparatorFor({ locale: 'simple' })).toBeUndefined();
    expect(foldFor({})).toBeUndefined();
  });

  it('follows the strength', () => {
    const equal = (a: string, b: string, options: Collation): boolean =>
      comparatorFor({ locale: 'en', ...options })?.(a, b) === 0;
    expect(equal('Émile', 'emile', { strength: 1 })).toBe(true);
    expect(equal('Émile', 'emile', { strength: 1, caseLevel: true })).toBe(false);
    expect(equal('emile', 'émile', { strength: 1, caseLevel: true })).toBe(true);
    expect(equal('Emile', 'emile', { strength: 2 })).toBe(true);
    expect(equal('émile', 'emile', { strength: 2 })).toBe(false);
    expect(equal('Emile', 'emile', {})).toBe(false);
  });

  it('orders numbers in strings when asked', () => {
    const words = ['a10', 'a9', 'a1'];
    expect(words.sort(comparatorFor({ locale: 'en', numericOrdering: true }))).toEqual([
      'a1',
      'a9',
      'a10',
    ]);
  });

  it('knows the spelling of locales that MongoDB uses', () => {
    expect(comparatorFor({ locale: 'en_US' })?.('a', 'B')).toBeLessThan(0);
    expect(comparatorFor({ locale: 'de@collation=phonebook' })?.('Ärger', 'Afrika')).toBeLessThan(
      0,
    );
  });

  it('refuses what is no locale or strength', () => {
    expect(() => comparatorFor({ locale: '!' })).toThrow(CommandError);
    expect(() => comparatorFor({ locale: 'en', strength: 7 })).toThrow(CommandError);
  });
});

describe('foldFor', () => {
  const collations: Collation[] = [
    { locale: 'en' },
    { locale: 'en', strength: 1 },
    { locale: 'en', strength: 2 },
    { locale: 'en', strength: 1, caseLevel: true },
    { locale: 'vi', strength: 1 },
    { locale: 'sv', strength: 1 },
    { locale: 'en', strength: 2, alternate: 'shifted' },
    { locale: 'en', strength: 2, numericOrdering: true },
  ];

  it.each(collations)('agrees with the comparator about equality: %j', (collation) => {
    const unit = fc.constantFrom(
      ...'aAáÁâăeéo\u0301ßsS01 9-đĐdDøoOæÆカかﾊはёЁеЕσςΣ'.split(''),
      'e\u0301',
      'ﬁ',
      'fi',
      'ae',
      'AE',
    );
    const text = fc.string({ unit, maxLength: 3 });
    const strings = comparatorFor(collation);
    const fold = foldFor(collation);
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(fold?.(a) === fold?.(b)).toBe(strings?.(a, b) === 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('folds Vietnamese for a search without accents', () => {
    expect(foldFor({ locale: 'en', strength: 1 })?.('HÀ NỘI')).toBe('ha noi');
  });
});

describe('sameCollation', () => {
  it('counts defaults as written', () => {
    expect(sameCollation({ locale: 'en' }, { locale: 'en', strength: 3 })).toBe(true);
    expect(sameCollation({ locale: 'en' }, { locale: 'en', strength: 2 })).toBe(false);
    expect(sameCollation(undefined, { locale: 'simple' })).toBe(true);
    expect(sameCollation(undefined, { locale: 'en' })).toBe(false);
    expect(withDefaults({ locale: 'en', strength: 2 })).toMatchObject({
      strength: 2,
      backwards: false,
    });
  });
});
