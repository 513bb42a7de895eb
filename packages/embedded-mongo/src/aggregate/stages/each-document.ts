import { PAUSE, type Stream } from '../../stream';
import { type Doc, setTextScore, textScoreOf } from '../../values';
import { type StageRunner } from '../types';

/** A stage that turns each document into another. */
export function eachDocument(change: (doc: Doc) => Doc): StageRunner {
  return function* (input): Stream<Doc> {
    for (const doc of input) yield doc === PAUSE ? PAUSE : withScoreOf(doc, change(doc));
  };
}

/** A stage that lets some documents pass. */
export function someDocuments(passes: (doc: Doc) => boolean): StageRunner {
  return function* (input): Stream<Doc> {
    for (const doc of input) if (doc === PAUSE || passes(doc)) yield doc;
  };
}

/** Text scores belong to a document's object; a changed copy takes the score along. */
function withScoreOf(original: Doc, changed: Doc): Doc {
  const score = textScoreOf(original);
  if (score !== undefined && changed !== original) setTextScore(changed, score);
  return changed;
}
