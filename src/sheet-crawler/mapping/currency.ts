/** In capitals only: `5 cup` is no money of Cuba. */
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** How people write money where it is neither a sign nor a code. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'đ vnđ vnd đồng dong usd eur kr kr. kč zł ft lei rp rp. rm rs rs. tl fr. sfr. руб руб. р р. грн лв лв. din ' +
    'din. euro euros dollar dollars 元 円 圆 원 บาท'
  ).split(' '),
);

/** `$`, `₫`, `US$`, `CA$`, `₫.` and the like: one sign, and perhaps whose it is. */
const SIGN = /^[A-Za-z]{0,3}\p{Sc}\.?$/u;

/** Whether a text is a currency, by its sign, its code or its name. */
export function isCurrency(text: string): boolean {
  if (text.length > 8) return false;
  const name = text.toLowerCase().normalize('NFC');
  return SIGN.test(text) || CODES.has(text) || WORDS.has(name);
}
