import { badValue, CommandError, failedToParse, typeMismatch } from '../../errors';
import { type Predicate } from '../../match';
import { type Doc, setTextScore } from '../../values';
import { type IndexInfo } from '../index-info';
import { eachText, languageOf, scoresOf } from './text-spec';
import { type TextLanguage, foldText, termOf, wordsOf } from './words';

/** A `$text` search taken apart. */
export interface TextSearch {
  /** Terms of which a document needs one, also those inside of phrases. */
  readonly terms: ReadonlySet<string>;
  /** The words behind the terms, when case or marks matter. */
  readonly sensitiveWords: readonly string[];
  /** Terms that rule a document out. */
  readonly negatedTerms: ReadonlySet<string>;
  readonly phrases: readonly string[];
  readonly negatedPhrases: readonly string[];
  readonly caseSensitive: boolean;
  readonly marksSensitive: boolean;
}

const KNOWN_OPTIONS = new Set(['$search', '$language', '$caseSensitive', '$diacriticSensitive']);
const PIECE = /(-?)"([^"]*)"|(\S+)/g;

/** Reads the operand of `$text`. */
export function parseTextSearch(spec: Doc, indexLanguage: TextLanguage): TextSearch {
  for (const option of Object.keys(spec)) {
    if (!KNOWN_OPTIONS.has(option)) throw badValue(`extra fields in $text: ${option}`);
  }
  const search = spec.$search;
  if (typeof search !== 'string') throw failedToParse('Missing required field $search');
  const caseSensitive = booleanOption(spec, '$caseSensitive');
  const marksSensitive = booleanOption(spec, '$diacriticSensitive');
  const language = spec.$language === undefined ? indexLanguage : languageNamed(spec.$language);
  const fold = (text: string): string =>
    foldText(text, { case: caseSensitive, marks: marksSensitive });

  const terms = new Set<string>();
  const sensitiveWords: string[] = [];
  const negatedTerms = new Set<string>();
  const phrases: string[] = [];
  const negatedPhrases: string[] = [];
  const addWords = (text: string): void => {
    for (const word of wordsOf(text)) {
      const term = termOf(word, language);
      if (term === undefined) continue;
      terms.add(term);
      sensitiveWords.push(fold(word));
    }
  };
  for (const [, phraseMinus, phrase, piece] of search.matchAll(PIECE)) {
    if (phrase !== undefined) {
      if (phraseMinus) negatedPhrases.push(fold(phrase));
      else {
        phrases.push(fold(phrase));
        addWords(phrase);
      }
    } else if (piece !== undefined && piece.startsWith('-') && piece.length > 1) {
      for (const word of wordsOf(piece)) {
        const term = termOf(word, language);
        if (term !== undefined) negatedTerms.add(term);
      }
    } else if (piece !== undefined) addWords(piece);
  }
  return {
    terms,
    sensitiveWords,
    negatedTerms,
    phrases,
    negatedPhrases,
    caseSensitive,
    marksSensitive,
  };
}

function booleanOption(spec: Doc, name: string): boolean {
  const value = spec[name];
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw typeMismatch(`${name} requires a boolean value`);
  return value;
}

function languageNamed(language: unknown): TextLanguage {
  if (typeof language !== 'string') throw typeMismatch('$language requires a string value');
  return language === 'english' || language === 'en' ? 'english' : 'none';
}

/** The error of a `$text` on a collection that has no text index. */
export function textIndexRequired(): CommandError {
  return new CommandError(27, 'IndexNotFound', 'text index required for $text query');
}

/** Decides about documents by `$text`, and notes the score of each that matches. */
export function textPredicate(index: IndexInfo, spec: Doc): Predicate {
  const search = parseTextSearch(spec, languageOf(index));
  const isSensitive = search.caseSensitive || search.marksSensitive;
  const hasPhrases = search.phrases.length > 0 || search.negatedPhrases.length > 0;
  return (doc) => {
    const scores = scoresOf(index, doc);
    let score = 0;
    for (const term of search.terms) score += scores.get(term) ?? 0;
    if (score === 0) return false;
    for (const term of search.negatedTerms) if (scores.has(term)) return false;
    if ((isSensitive || hasPhrases) && !matchesTexts(index, doc, search, isSensitive)) return false;
    setTextScore(doc, score);
    return true;
  };
}

function matchesTexts(
  index: IndexInfo,
  doc: Doc,
  search: TextSearch,
  isSensitive: boolean,
): boolean {
  const texts: string[] = [];
  eachText(index, doc, (text) => {
    texts.push(
      foldText(text.normalize('NFC'), {
        case: search.caseSensitive,
        marks: search.marksSensitive,
      }),
    );
  });
  const contains = (phrase: string): boolean => texts.some((text) => text.includes(phrase));
  if (!search.phrases.every(contains) || search.negatedPhrases.some(contains)) return false;
  if (!isSensitive) return true;
  const words = new Set(texts.flatMap(wordsOf));
  return search.sensitiveWords.some((word) => words.has(word));
}
