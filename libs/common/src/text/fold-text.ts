/** Letters whose diacritic is not a separate combining mark, but which people type without it. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const ASCII = /^[\0-\x7F]*$/;

/** A text without case and accents, for comparing as people do: `Hà Nội` becomes `ha noi`. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC');
}
