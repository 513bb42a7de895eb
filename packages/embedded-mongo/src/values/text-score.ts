import type { Doc } from './types';

const scores = new WeakMap<Doc, number>();

/** The score that `$text` gave a document, for `{ $meta: 'textScore' }`. */
export function textScoreOf(doc: Doc): number | undefined {
  return scores.get(doc);
}

/** Remembers the score of a document beside it, so that it is never taken for one of its fields. */
export function setTextScore(doc: Doc, score: number): void {
  scores.set(doc, score);
}
