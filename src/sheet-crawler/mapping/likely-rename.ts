import { headerMeanings } from './header-meaning';
import { headerWords } from './header-words';

/** A header as alike as this is taken for the missing one. */
const PLAUSIBLE = 0.5;
/** The weight of the same position, or the one beside it. */
const SAME_PLACE = 0.2;
const NEXT_PLACE = 0.05;
/** How alike two headers are that mean the same field: `SĐT` and `Phone number`. */
const SAME_MEANING = 0.8;
/**
 * What remains of the similarity of two that mean different fields: `Order ID` and `Order date`.
 */
const OTHER_MEANING = 0.5;

/**
 * The header that a missing one was most likely renamed to; null when none is plausible. Headers
 * that are taken belong to another column of the mapping.
 */
export function likelyRename(
  missing: { header: string; index: number },
  headers: readonly string[],
  taken: ReadonlySet<number>,
): string | null {
  const old = new Profile(missing.header);
  let best: string | null = null;
  let bestScore = PLAUSIBLE;
  headers.forEach((header, index) => {
    if (taken.has(index) || header.trim() === '') return;
    const score = old.likeness(new Profile(header)) + placeBonus(Math.abs(index - missing.index));
    if (score <= bestScore) return;
    best = header;
    bestScore = score;
  });
  return best;
}

function placeBonus(distance: number): number {
  if (distance === 0) return SAME_PLACE;
  return distance === 1 ? NEXT_PLACE : 0;
}

/** What two headers are compared by. */
class Profile {
  private readonly words: ReadonlySet<string>;
  private readonly pairs: ReadonlySet<string>;
  private readonly meaning: string | undefined;

  constructor(header: string) {
    const words = headerWords(header);
    this.words = new Set(words);
    this.pairs = new Set(words.flatMap(letterPairs));
    this.meaning = headerMeanings(header)[0]?.field.name;
  }

  /** From 0, nothing in common, to 1, the same but for case, accents, punctuation and order. */
  likeness(other: Profile): number {
    const text = Math.max(overlap(this.words, other.words), overlap(this.pairs, other.pairs));
    if (this.meaning === undefined || other.meaning === undefined) return text;
    if (this.meaning === other.meaning) return Math.max(text, SAME_MEANING);
    return text * OTHER_MEANING;
  }
}

/** Pairs of neighbours with the ends of the word marked, so that short words have some as well. */
function letterPairs(word: string): string[] {
  const letters = [...`^${word}$`];
  return letters.slice(1).map((letter, index) => letters[index]! + letter);
}

/** What two sets share, as a part of both. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const item of one) if (other.has(item)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
