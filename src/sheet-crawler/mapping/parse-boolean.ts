const YES =
  '1 true yes y on có co đúng dung wahr ja vrai oui verdadero sí si verdadeiro sim vero prawda tak ' +
  'истина да doğru evet benar ya 是 真 はい ✓ ✔ ☑ ✅';
const NO =
  '0 false no n off không khong sai falsch nein nee faux non falso não nao fałsz nie ложь нет ' +
  'yanlış hayır salah tidak 否 假 いいえ ✗ ✘ ☐ ❌';

/** An `x` is left out on purpose: it marks a box in one sheet and a failure in the next. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...YES.split(' ').map((word) => [word, true] as const),
  ...NO.split(' ').map((word) => [word, false] as const),
]);

const LONGEST_WORD = 20;

/** Whether a text says yes or no, in one of the languages we know; undefined when neither. */
export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim();
  if (word.length > LONGEST_WORD) return undefined;
  return WORDS.get(word.toLowerCase().normalize('NFC'));
}
