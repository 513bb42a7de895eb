/** What a text index knows about its language. */
export type TextLanguage = 'english' | 'none';

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** Words so frequent in English that MongoDB leaves them out of a text index. */
const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
  her hers herself it its itself they them their theirs themselves what which who whom this that
  these those am is are was were be been being have has had having do does did doing would should
  could ought a an the and but if or because as until while of at by for with about against between
  into through during before after above below to from up down in out on off over under again
  further then once here there when where why how all any both each few more most other some such
  no nor not only own same so than too very`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Takes case and marks away: `Hà Nội` becomes `ha noi`. The Vietnamese đ counts as a d. */
export function foldText(text: string, keep: { case?: boolean; marks?: boolean } = {}): string {
  let folded = text;
  if (!keep.marks) {
    folded = folded.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/g, 'd').replace(/Đ/g, 'D');
  }
  return keep.case ? folded : folded.toLowerCase();
}

/** The words of a text, in order, as written. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFC').match(WORD) ?? [];
}

/** The terms that a text is indexed by: folded words without stop words, cut to their stems. */
export function termsOf(text: string, language: TextLanguage): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) {
    const term = termOf(word, language);
    if (term !== undefined) terms.push(term);
  }
  return terms;
}

/** The term of one word; undefined for a stop word. */
export function termOf(word: string, language: TextLanguage): string | undefined {
  const folded = foldText(word);
  if (language === 'none') return folded;
  if (ENGLISH_STOP_WORDS.has(folded)) return undefined;
  return stemOf(folded);
}

/**
 * Cuts the endings of English words, so that `order`, `orders`, `ordered` and `ordering` are one
 * term. Simpler than MongoDB's stemmer; the same rule cuts the words of documents and of queries.
 */
export function stemOf(word: string): string {
  if (word.length < 4) return word;
  let stem = word;
  if (stem.endsWith('sses')) stem = stem.slice(0, -2);
  else if (stem.endsWith('ies'))
    stem = stem.length > 4 ? `${stem.slice(0, -3)}y` : stem.slice(0, -1);
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  for (const ending of ['ing', 'ed', 'ly']) {
    const rest = stem.slice(0, -ending.length);
    if (!stem.endsWith(ending) || rest.length < 3 || !/[aeiouy]/.test(rest)) continue;
    stem = undouble(rest);
    break;
  }
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  if (stem.length > 2 && stem.endsWith('y')) stem = `${stem.slice(0, -1)}i`;
  return stem;
}

/** `running` leaves `runn`: one of two equal consonants goes, but `fall` keeps both. */
function undouble(stem: string): string {
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
