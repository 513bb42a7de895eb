import { type BsonValue, type Doc, getOwn, isPlainObject, toNumber } from '../../values';
import { partsOf } from '../key-values';
import { type IndexInfo } from '../index-info';
import { type TextLanguage, foldText, termsOf } from './words';

/** A text field of an index, and how much a word in it counts. */
export interface TextField {
  /** Dotted path, or `$**` for every string of the document. */
  readonly path: string;
  readonly weight: number;
}

const fieldsByIndex = new WeakMap<IndexInfo, readonly TextField[]>();

/** The text fields of an index with their weights. */
export function textFieldsOf(index: IndexInfo): readonly TextField[] {
  let fields = fieldsByIndex.get(index);
  if (!fields) {
    fields = readTextFields(index);
    fieldsByIndex.set(index, fields);
  }
  return fields;
}

/** The catalog completes a text specification, so that every text field has a weight. */
function readTextFields(index: IndexInfo): TextField[] {
  const weights: Doc = isPlainObject(index.spec.weights) ? index.spec.weights : {};
  return Object.keys(weights).map((path) => ({ path, weight: toNumber(weights[path]) }));
}

/** The language that the words of an index are in. Languages other than English are not stemmed. */
export function languageOf(index: IndexInfo): TextLanguage {
  const language = index.spec.default_language;
  return language === undefined || language === 'english' || language === 'en' ? 'english' : 'none';
}

/** Calls back with each text of a document that the index covers. */
export function eachText(
  index: IndexInfo,
  doc: Doc,
  visit: (text: string, weight: number) => void,
): void {
  for (const { path, weight } of textFieldsOf(index)) {
    if (path === '$**') visitStrings(doc, true, (text) => visit(text, weight));
    else visitPath(doc, partsOf(path), 0, (text) => visit(text, weight));
  }
}

function visitPath(
  value: BsonValue,
  parts: readonly string[],
  next: number,
  visit: (text: string) => void,
): void {
  if (Array.isArray(value)) {
    for (const element of value) visitPath(element, parts, next, visit);
    return;
  }
  const part = parts[next];
  if (part === undefined) {
    if (typeof value === 'string') visit(value);
    return;
  }
  if (isPlainObject(value)) visitPath(getOwn(value, part), parts, next + 1, visit);
}

function visitStrings(value: BsonValue, isRoot: boolean, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) value.forEach((element) => visitStrings(element, false, visit));
  else if (isPlainObject(value)) {
    for (const key of Object.keys(value)) {
      if (isRoot && key === '_id') continue;
      visitStrings(value[key], false, visit);
    }
  }
}

/** The score of each term in a document, by MongoDB's formula. */
export function scoresOf(index: IndexInfo, doc: Doc): Map<string, number> {
  const scores = new Map<string, number>();
  const language = languageOf(index);
  eachText(index, doc, (text, weight) => addScores(scores, text, weight, language));
  return scores;
}

interface TermCount {
  count: number;
  frequency: number;
  exponent: number;
}

function addScores(
  scores: Map<string, number>,
  text: string,
  weight: number,
  language: TextLanguage,
): void {
  const terms = termsOf(text, language);
  const counts = new Map<string, TermCount>();
  for (const term of terms) {
    const seen = counts.get(term);
    if (!seen) {
      counts.set(term, { count: 1, frequency: 1, exponent: 1 });
      continue;
    }
    // A word that comes again counts half as much as the time before.
    seen.exponent *= 2;
    seen.count++;
    seen.frequency += 1 / seen.exponent;
  }
  const wholeText = counts.size === 1 ? foldText(text) : undefined;
  for (const [term, { count, frequency }] of counts) {
    const coefficient = (0.5 * count) / terms.length + 0.5;
    const adjustment = wholeText === term ? 1.1 : 1;
    const score = weight * frequency * coefficient * adjustment;
    scores.set(term, (scores.get(term) ?? 0) + score);
  }
}
