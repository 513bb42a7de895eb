import fc from 'fast-check';
import { foldText } from './fold-text';

describe('foldText', () => {
  it.each([
    ['Hà Nội', 'ha noi'],
    ['Đặng Thị ĐÀO', 'dang thi dao'],
    ['ŁÓDŹ Straße Ærø', 'lodz strasse aero'],
    ['İSTANBUL ısı', 'istanbul isi'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['한국 DH-100.*', '한국 dh-100.*'],
  ])('makes %p %p', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('is the same for a text in capitals, in other normal forms, and for what was folded', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'aăâbcdđeêoôơuưyáàảãạ ếềểễệ-1.$*'.normalize('NFC')),
    });
    fc.assert(
      fc.property(word, (text) => {
        const folded = foldText(text);
        expect(foldText(text.toUpperCase())).toBe(folded);
        expect(foldText(text.normalize('NFD'))).toBe(folded);
        expect(foldText(folded)).toBe(folded);
      }),
      { numRuns: 300 },
    );
  });

  it('finds every part of a text in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(20), (text, from, length) => {
        const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
        const part = letters.slice(from, from + length).join('');
        expect(foldText(text)).toContain(foldText(part));
      }),
      { numRuns: 500 },
    );
  });
});
