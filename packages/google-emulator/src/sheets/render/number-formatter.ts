import { type NumberFormat } from '../definition';
import { compileDateSection, isDateSection } from './date-section';
import { generalNumber } from './general-number';
import { compileNumberSection } from './number-section';
import { tokenizePattern, type PatternToken } from './pattern-tokens';
import { hasDate } from './serial-date';
import { sheetLocale, type SheetLocale } from './sheet-locale';

/** A format that is ready to be used on many cells. */
export interface NumberFormatter {
  /** Whether numbers are shown as a date or a time. */
  readonly isDate: boolean;
  readonly type: NumberFormat['type'];
  /** The pattern in use, the default of the type where the format had none. */
  readonly pattern: string;
  number(value: number): string;
  text(value: string): string;
}

// Columns repeat their values: days above all, whole numbers, prices.
const MEMO_SIZE = 2048;
const DATE_TYPES: ReadonlySet<string> = new Set(['DATE', 'TIME', 'DATE_TIME']);
const compiled = new Map<string, NumberFormatter>();
const MAX_COMPILED = 1000;

/** The formatter for a format in a locale; each is compiled once. */
export function numberFormatter(format: NumberFormat, localeName: string): NumberFormatter {
  const key = `${localeName}|${format.type}|${format.pattern ?? ''}`;
  let formatter = compiled.get(key);
  if (!formatter) {
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    formatter = compile(format, sheetLocale(localeName));
    compiled.set(key, formatter);
  }
  return formatter;
}

function compile(format: NumberFormat, locale: SheetLocale): NumberFormatter {
  const pattern = format.pattern || locale.patterns[format.type];
  const sections = tokenizePattern(pattern);
  const numbers = sections.slice(0, 3).filter((tokens) => !isTextSection(tokens));
  return {
    isDate: DATE_TYPES.has(format.type) || (numbers[0] !== undefined && isDateSection(numbers[0])),
    type: format.type,
    pattern,
    number: memoized(numberWriter(numbers, locale)),
    text: textWriter(sections),
  };
}

function isTextSection(tokens: readonly PatternToken[]): boolean {
  return tokens.some(({ kind }) => kind === 'text');
}

interface Section {
  /** Whether the section is meant for a number. */
  readonly takes: (value: number) => boolean;
  readonly write: (value: number) => string;
}

function numberWriter(
  sections: readonly PatternToken[][],
  locale: SheetLocale,
): (value: number) => string {
  const general = (value: number) => generalNumber(value, locale.decimal);
  // Where one section has a condition, the others are not for a sign but for the rest.
  const bySign = !sections.flat().some(({ kind }) => kind === 'condition');
  const count = bySign ? sections.length : 0;
  const ready = sections.map((tokens, at) => compileSection(tokens, at, count, locale));
  const [only] = ready;
  if (!only) return general;
  if (ready.length === 1) return only.write;
  return (value) => (ready.find(({ takes }) => takes(value)) ?? only).write(value);
}

function compileSection(
  tokens: readonly PatternToken[],
  at: number,
  count: number,
  locale: SheetLocale,
): Section {
  const condition = tokens.find((token) => token.kind === 'condition');
  const takes = condition
    ? (value: number) => meets(value, condition.operator, condition.limit)
    : (value: number) => takesBySign(value, at, count);
  if (isDateSection(tokens)) {
    const date = compileDateSection(tokens, locale);
    const number = (value: number): string => generalNumber(value, locale.decimal);
    return { takes, write: (value) => (hasDate(value) ? date(value) : number(value)) };
  }
  const write = compileNumberSection(tokens, locale);
  // A section of its own for negative numbers says itself how their sign is shown.
  const showsSign = at !== 1 || count === 0;
  return {
    takes,
    write: (value) => (value < 0 && showsSign ? negative(value, write) : write(Math.abs(value))),
  };
}

/** Without a count the section takes whatever the ones before it did not. */
function takesBySign(value: number, at: number, count: number): boolean {
  if (count === 0) return true;
  if (at === 0) return count === 2 ? value >= 0 : value > 0;
  return at === 1 ? value < 0 : true;
}

function negative(value: number, write: (size: number) => string): string {
  const text = write(-value);
  // What is rounded to nothing has no sign.
  return /[1-9]/.test(text) || !/0/.test(text) ? `-${text}` : text;
}

function meets(value: number, operator: string, limit: number): boolean {
  switch (operator) {
    case '<':
      return value < limit;
    case '>':
      return value > limit;
    case '<=':
      return value <= limit;
    case '>=':
      return value >= limit;
    case '<>':
      return value !== limit;
    default:
      return value === limit;
  }
}

function textWriter(sections: readonly PatternToken[][]): (value: string) => string {
  const section = sections[3] ?? sections.find(isTextSection);
  if (!section || section.every(({ kind }) => kind === 'text')) return (value) => value;
  return (value) =>
    section
      .map((token) => (token.kind === 'text' ? value : token.kind === 'literal' ? token.text : ''))
      .join('');
}

function memoized(write: (value: number) => string): (value: number) => string {
  const memo = new Map<number, string>();
  return (value) => {
    let text = memo.get(value);
    if (text === undefined) {
      text = write(value);
      if (memo.size >= MEMO_SIZE) memo.clear();
      memo.set(value, text);
    }
    return text;
  };
}
