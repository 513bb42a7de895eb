import { foldText } from '@tributary/common';

const LONGEST_HEADER = 200;

/** Words that say nothing about what a column holds. */
const NOISE: ReadonlySet<string> = new Set(
  'the of a an and in for per vnd usd eur d cua va theo'.split(' '),
);

/** The words of a header without case, accents and punctuation: `Mã đơn-hàng` is ma, don, hang. */
export function headerWords(header: string): string[] {
  return foldText(header.slice(0, LONGEST_HEADER).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The words that matter; all of them when none seems to. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !NOISE.has(word));
  return telling.length > 0 ? telling : words;
}
