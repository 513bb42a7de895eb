import { isCurrency } from './currency';
import { type LocaleFormats, plainSeparators } from './locale-formats';

/** Longer than the largest number that a program can hold, with all its zeros and separators. */
const LONGEST_NUMBER = 450;

const PLAIN = /^-?\d{1,15}$/;
const MINUS = /[\u2212\u2010-\u2013\uFE63\uFF0D]/g;
/** Marks of the writing direction, which nobody sees. */
const DIRECTION = /[\u200E\u200F\u061C]/g;

/** What stands before the digits, without white space: a sign, a unit, a sign. */
const BEFORE = /^([-+(]?)([^-+()]*)([-+(]?)$/;
/** What stands behind them: a unit, inside or outside of the parentheses of a negative number. */
const BEHIND = /^([^-+()]*)(\)?)([^-+()]*)$/;

/** The digits with what may stand between them, and a power of ten. */
const DIGITS = /^([.,]?\d[\d., ']*?)(?:E([-+]?\d{1,4}))?$/i;

/** The number that a text stands for, to people of a locale; undefined when it is none. */
export function parseNumber(text: string, formats: LocaleFormats): number | undefined {
  const trimmed = text.trim();
  // Far most numbers are plain ones; adding 0 makes one zero of the two that there are.
  if (PLAIN.test(trimmed)) return Number(trimmed) + 0;
  if (trimmed.length > LONGEST_NUMBER) return undefined;
  const line = plainSeparators(trimmed).replace(MINUS, '-').replace(DIRECTION, '');
  const [start, end] = digitSpan(line);
  const frame = readFrame(line.slice(0, start), line.slice(end));
  const digits = DIGITS.exec(line.slice(start, end));
  const mantissa = digits && frame && readMantissa(digits[1]!, formats);
  if (!mantissa) return undefined;
  // Shifting the point in the text is exact, which dividing by a hundred is not.
  const exponent = Number(digits[2] ?? 0) - (frame.percent ? 2 : 0);
  const value = Number(`${frame.negative ? '-' : ''}${mantissa}e${exponent}`);
  return Number.isFinite(value) ? value + 0 : undefined;
}

/** From the first digit, or the point right before it, to behind the last one. */
function digitSpan(line: string): [start: number, end: number] {
  const first = line.search(/\d/);
  if (first < 0) return [0, 0];
  let end = line.length;
  while (!isDigit(line.charCodeAt(end - 1))) end -= 1;
  // The point of "Rs.500" belongs to the rupees.
  const point = /[^\p{L}][.,]$|^[.,]$/u.test(line.slice(Math.max(first - 2, 0), first));
  return [point ? first - 1 : first, end];
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

interface Frame {
  readonly negative: boolean;
  readonly percent: boolean;
}

function readFrame(before: string, behind: string): Frame | undefined {
  const head = BEFORE.exec(before.replaceAll(' ', ''));
  const tail = BEHIND.exec(behind.replaceAll(' ', ''));
  if (!head || !tail || (head[1] && head[3])) return undefined;
  const sign = head[1] || head[3];
  if ((sign === '(') !== (tail[2] === ')')) return undefined;
  const units = [head[2]!, tail[1]!, tail[3]!].filter((unit) => unit !== '');
  const percent = units.length === 1 && units[0] === '%';
  if (!percent && (units.length > 2 || !units.every(isCurrency))) return undefined;
  return { negative: sign === '-' || sign === '(', percent };
}

/**
 * The digits as a program writes them: by the formats of the locale, or if only one other reading
 * fits.
 */
function readMantissa(digits: string, formats: LocaleFormats): string | undefined {
  const local =
    readDigits(digits, formats.decimal, formats.group, formats.lakhs) ??
    readDigits(digits, formats.decimal, ' ', false);
  if (local !== undefined) return local;
  if (/^0\d/.test(digits)) return undefined;
  const others = new Set<string>();
  for (const decimal of '.,') {
    for (const group of ".,' ") {
      const reading = group === decimal ? undefined : readDigits(digits, decimal, group, false);
      if (reading !== undefined) others.add(reading);
    }
  }
  return others.size === 1 ? [...others][0] : undefined;
}

function readDigits(
  digits: string,
  decimal: string,
  group: string,
  lakhs: boolean,
): string | undefined {
  const [whole = '', fraction = '0', ...more] = digits.split(decimal);
  if (more.length > 0 || !/^\d+$/.test(fraction)) return undefined;
  if (/^\d*$/.test(whole)) return `${whole || '0'}.${fraction}`;
  const groups = whole.split(group);
  return isPlausible(groups, lakhs) ? `${groups.join('')}.${fraction}` : undefined;
}

function isPlausible(groups: readonly string[], lakhs: boolean): boolean {
  const [first = '', ...rest] = groups;
  // Nobody groups 0.123: that point is a decimal one, whatever the locale.
  if (rest.length === 0 || !/^[1-9]\d{0,2}$/.test(first)) return false;
  const thousands = rest.every((group) => /^\d{3}$/.test(group));
  if (thousands || !lakhs) return thousands;
  return (
    first.length <= 2 &&
    rest.every((group, index) => (index === rest.length - 1 ? /^\d{3}$/ : /^\d\d$/).test(group))
  );
}
