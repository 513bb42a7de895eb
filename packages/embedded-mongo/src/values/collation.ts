import { badValue } from '../errors';
import type { StringComparator } from './compare';

/** MongoDB's collation document. */
export interface Collation {
  readonly locale?: string;
  readonly strength?: number;
  readonly caseLevel?: boolean;
  readonly caseFirst?: string;
  readonly numericOrdering?: boolean;
  readonly alternate?: string;
  readonly maxVariable?: string;
  readonly normalization?: boolean;
  readonly backwards?: boolean;
}

/** Gives strings that a collation holds equal one common form. */
export type StringFold = (text: string) => string;

const DEFAULTS: Required<Omit<Collation, 'locale'>> = {
  strength: 3,
  caseLevel: false,
  caseFirst: 'off',
  numericOrdering: false,
  alternate: 'non-ignorable',
  maxVariable: 'punct',
  normalization: false,
  backwards: false,
};

/** Names of `@collation=` in a locale that Unicode locale tags spell in another way. */
const VARIANTS: Readonly<Record<string, string>> = {
  phonebook: 'phonebk',
  traditional: 'trad',
  dictionary: 'dict',
};

/** What letters such as đ, ø and æ may equal, though they do not decompose into it. */
const LATIN_BASES = [...'abcdefghijklmnopqrstuvwxyz', 'ae', 'oe', 'th', 'ss'].flatMap((base) => [
  base,
  base.toUpperCase(),
]);

const MOST_REMEMBERED_CLUSTERS = 10_000;
const MOST_REMEMBERED_COLLATORS = 100;
const collators = new Map<string, Intl.Collator>();

/** Whether the collation is MongoDB's default, the comparison of bytes. */
export function isSimpleCollation(collation: Collation | undefined): boolean {
  return collation?.locale === undefined || collation.locale === 'simple';
}

/** The comparator of a collation; undefined when strings compare by code point. */
export function comparatorFor(collation?: Collation): StringComparator | undefined {
  if (collation === undefined || isSimpleCollation(collation)) return undefined;
  const collator = collatorFor(collation);
  return (a, b) => (a === b ? 0 : collator.compare(a, b));
}

/**
 * The fold of a collation for index keys: two strings have the same fold when the collation holds
 * them equal. It says nothing about order, which only the comparator knows.
 */
export function foldFor(collation?: Collation): StringFold | undefined {
  if (collation === undefined || isSimpleCollation(collation)) return undefined;
  const collator = collatorFor(collation);
  const remembered = new Map<string, string>();
  const foldCluster = (cluster: string): string => {
    const known = remembered.get(cluster);
    if (known !== undefined) return known;
    const folded = simplestEqual(cluster, collator);
    if (remembered.size < MOST_REMEMBERED_CLUSTERS) remembered.set(cluster, folded);
    return folded;
  };
  return (text) => {
    const numbered =
      collation.numericOrdering === true ? text.replace(/0+(?=\p{Nd})/gu, leadingZeros) : text;
    return numbered
      .normalize('NFD')
      .replace(/\P{M}\p{M}*|\p{M}+/gu, foldCluster)
      .normalize('NFC');
  };
}

/** Drops zeros before a number, and keeps those inside of one. */
function leadingZeros(zeros: string, offset: number, text: string): string {
  return offset > 0 && /[0-9]/.test(text[offset - 1] ?? '') ? zeros : '';
}

/** The plainest of the usual spellings of a letter with its marks that the collation holds equal. */
function simplestEqual(cluster: string, collator: Intl.Collator): string {
  const composed = cluster.normalize('NFC');
  const plain = cluster.normalize('NFKD');
  const lower = plain.toUpperCase().toLowerCase();
  const candidates = [
    '',
    ...(/\p{Script=Latin}/u.test(plain) ? LATIN_BASES : []),
    hiragana(withoutMarks(lower)),
    hiragana(lower),
    withoutMarks(lower),
    lower,
    withoutMarks(plain),
    plain,
  ];
  return candidates.find((candidate) => collator.compare(candidate, composed) === 0) ?? composed;
}

/** Katakana in the other script, which many collations hold equal. */
function hiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}/gu, '');
}

function collatorFor(collation: Collation): Intl.Collator {
  const key = JSON.stringify(withDefaults(collation));
  const known = collators.get(key);
  if (known !== undefined) return known;
  if (collators.size >= MOST_REMEMBERED_COLLATORS) collators.clear();
  const collator = makeCollator(collation);
  collators.set(key, collator);
  return collator;
}

function makeCollator(collation: Collation): Intl.Collator {
  const { locale = '', strength = 3, caseFirst } = collation;
  if (!Number.isInteger(strength) || strength < 1 || strength > 5)
    throw badValue(`Enumeration value '${strength}' for field 'collation.strength' is not valid`);
  const options: Intl.CollatorOptions = {
    sensitivity: sensitivityOf(collation),
    numeric: collation.numericOrdering === true,
    ignorePunctuation: collation.alternate === 'shifted' && strength < 4,
  };
  if (caseFirst === 'upper' || caseFirst === 'lower') options.caseFirst = caseFirst;
  try {
    return new Intl.Collator(languageTag(locale), options);
  } catch {
    throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
  }
}

function sensitivityOf({
  strength = 3,
  caseLevel,
}: Collation): 'base' | 'accent' | 'case' | 'variant' {
  if (strength === 1) return caseLevel === true ? 'case' : 'base';
  if (strength === 2) return caseLevel === true ? 'variant' : 'accent';
  return 'variant';
}

/** `de_AT@collation=phonebook` becomes `de-AT-u-co-phonebk`. */
function languageTag(locale: string): string {
  const [language = '', variant] = locale.split('@collation=');
  const tag = language.replaceAll('_', '-');
  return variant === undefined ? tag : `${tag}-u-co-${VARIANTS[variant] ?? variant}`;
}

/** The collation with every option written out, as listIndexes and listCollections show it. */
export function withDefaults(collation: Collation): Collation {
  const { locale = 'simple', ...rest } = collation;
  return locale === 'simple' ? { locale } : { locale, ...DEFAULTS, ...rest };
}

/** Whether two collations compare strings alike; none at all is the simple collation. */
export function sameCollation(a?: Collation, b?: Collation): boolean {
  const first = withDefaults(a ?? {}) as Record<string, unknown>;
  const second = withDefaults(b ?? {}) as Record<string, unknown>;
  const options = ['locale', ...Object.keys(DEFAULTS)];
  return options.every((option) => first[option] === second[option]);
}
