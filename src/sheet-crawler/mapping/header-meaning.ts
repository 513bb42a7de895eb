import { headerWords, tellingWords } from './header-words';
import { SYSTEM_FIELDS, type SystemField } from './system-fields';

/** A field that a header may mean, and how sure that is, from 0 to 1. */
export interface HeaderMeaning {
  readonly field: SystemField;
  readonly score: number;
}

const SURE = 0.95;
const HINT = 0.65;
/** How much less sure the second field is that shares a word with another. */
const SHARED = 0.15;
/** What the order of words is worth: "đơn giá" is not quite "giá đơn". */
const SHUFFLED = 0.9;
/** The part of a header that has to be known: "Ghi chú nội bộ" is more than a note. */
const LEAST_COVERAGE = 0.6;
const MOST_WORDS = 12;

const PHRASES: ReadonlyMap<string, readonly HeaderMeaning[]> = phraseTable();

/** The fields of the vocabulary that a header may mean, each once, the likeliest first. */
export function headerMeanings(header: string): HeaderMeaning[] {
  const words = tellingWords(headerWords(header)).slice(0, MOST_WORDS);
  const best = new Map<SystemField, number>();
  for (const { key, weight } of phrasesIn(words)) {
    for (const { field, score } of PHRASES.get(key) ?? []) {
      best.set(field, Math.max(best.get(field) ?? 0, score * weight));
    }
  }
  return [...best]
    .map(([field, score]) => ({ field, score }))
    .sort((one, other) => other.score - one.score);
}

/** Every run of words that could name a field: as it is, in any order, and written as one word. */
function phrasesIn(words: readonly string[]): { key: string; weight: number }[] {
  const phrases = [{ key: words.join(''), weight: 1 }];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1; end <= words.length; end += 1) {
      const coverage = (end - start) / words.length;
      if (coverage < LEAST_COVERAGE) continue;
      const run = words.slice(start, end);
      phrases.push({ key: run.join(' '), weight: coverage });
      phrases.push({ key: run.sort().join(' '), weight: coverage * SHUFFLED });
    }
  }
  return phrases;
}

function phraseTable(): ReadonlyMap<string, readonly HeaderMeaning[]> {
  const table = new Map<string, HeaderMeaning[]>();
  const shuffled = new Map<string, HeaderMeaning[]>();
  const add = (phrase: string, field: SystemField, score: number): void => {
    const words = tellingWords(headerWords(phrase));
    for (const key of new Set([words.join(' '), words.join('')])) put(table, key, field, score);
    put(shuffled, words.toSorted().join(' '), field, score);
  };
  for (const field of SYSTEM_FIELDS) for (const word of field.words) add(word, field, SURE);
  for (const field of SYSTEM_FIELDS) for (const hint of field.hints) add(hint, field, HINT);
  for (const [key, meanings] of shuffled) if (!table.has(key)) table.set(key, meanings);
  return table;
}

function put(
  table: Map<string, HeaderMeaning[]>,
  key: string,
  field: SystemField,
  score: number,
): void {
  const meanings = table.get(key) ?? [];
  table.set(key, meanings);
  if (meanings.some((meaning) => meaning.field === field)) return;
  meanings.push({ field, score: score - SHARED * Math.min(meanings.length, 3) });
}
