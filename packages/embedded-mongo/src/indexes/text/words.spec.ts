import { foldText, stemOf, termsOf, wordsOf } from './words';

describe('words of a text', () => {
  it('are cut at everything that is no letter, number or mark', () => {
    expect(wordsOf('Café-au-lait, 2 cups (hot)!')).toEqual([
      'Café',
      'au',
      'lait',
      '2',
      'cups',
      'hot',
    ]);
  });

  it('fold case and marks, Vietnamese ones too', () => {
    expect(foldText('Hà Nội, Đà Nẵng')).toBe('ha noi, da nang');
    expect(foldText('Hà Nội', { case: true })).toBe('Ha Noi');
    expect(foldText('Hà Nội', { marks: true })).toBe('hà nội');
  });

  it('lose frequent words and endings in English only', () => {
    expect(termsOf('The orders are shipping to Hà Nội', 'english')).toEqual([
      'order',
      'ship',
      'ha',
      'noi',
    ]);
    expect(termsOf('The orders', 'none')).toEqual(['the', 'orders']);
  });

  it.each([
    ['orders', 'ordered'],
    ['running', 'runs'],
    ['city', 'cities'],
    ['invoice', 'invoices'],
    ['quickly', 'quick'],
    ['boxes', 'boxed'],
  ])('has one stem for %s and %s', (left, right) => {
    expect(stemOf(left)).toBe(stemOf(right));
  });

  it.each(['bus', 'gas', 'class', 'red', 'king'])('leaves %s recognisable', (word) => {
    expect(stemOf(word)).toBe(word);
  });
});
