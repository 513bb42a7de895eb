import { decimalDigits } from './decimal-digits';
import { generalNumber } from './general-number';
import { type PatternToken } from './pattern-tokens';
import { type SheetLocale } from './sheet-locale';

/** A place of the pattern: a digit, or text that stands between digits. */
type Slot = { readonly sign: string } | { readonly text: string };

interface Layout {
  readonly prefix: string;
  readonly integer: readonly Slot[];
  readonly fraction: readonly Slot[];
  readonly exponent?: { readonly digits: number; readonly plus: boolean };
  readonly suffix: string;
  readonly isGrouped: boolean;
  readonly scale: number;
  readonly hasPoint: boolean;
}

/** Makes a section of a pattern into a function; it is given the size of a number, not its sign. */
export function compileNumberSection(
  tokens: readonly PatternToken[],
  locale: SheetLocale,
): (size: number) => string {
  const plain = plainText(tokens, locale);
  if (plain) return plain;
  const layout = layOut(tokens);
  const decimals = layout.fraction.filter((slot) => 'sign' in slot).length;
  const minimum = layout.integer.filter((slot) => 'sign' in slot && slot.sign === '0').length;
  const isSimple = layout.integer.concat(layout.fraction).every((slot) => 'sign' in slot);
  const isFixed = layout.fraction.every((slot) => 'sign' in slot && slot.sign === '0');
  const writeInteger = isSimple
    ? (digits: string) => grouped(digits.padStart(minimum, '0'), layout, locale)
    : (digits: string) => spread(digits, layout, locale);
  const writeNumber = (size: number): string => {
    const text = decimalDigits(size, decimals);
    const point = decimals === 0 ? text.length : text.length - decimals - 1;
    const integer = text.slice(0, point);
    const shown = writeInteger(integer === '0' && minimum === 0 ? '' : integer);
    if (!layout.hasPoint) return shown;
    const rest = text.slice(point + 1);
    return shown + locale.decimal + (isFixed ? rest : fractionOf(rest, layout.fraction));
  };
  const { exponent, prefix, suffix, scale } = layout;
  if (exponent) {
    return (size) => prefix + scientific(size * scale, decimals, exponent, writeNumber) + suffix;
  }
  return (size) => prefix + writeNumber(scale === 1 ? size : scaled(size, scale)) + suffix;
}

function plainText(
  tokens: readonly PatternToken[],
  locale: SheetLocale,
): ((size: number) => string) | undefined {
  if (tokens.some(({ kind }) => kind === 'digit')) return undefined;
  return (size) =>
    tokens
      .map((token) => {
        if (token.kind === 'general' || token.kind === 'text') {
          return generalNumber(size, locale.decimal);
        }
        return textOf(token);
      })
      .join('');
}

function layOut(tokens: readonly PatternToken[]): Layout {
  const firstDigit = tokens.findIndex(({ kind }) => kind === 'digit' || kind === 'point');
  const lastDigit = tokens.findLastIndex(({ kind }) => kind === 'digit' || kind === 'point');
  const pointAt = tokens.findIndex(({ kind }) => kind === 'point');
  const exponent = tokens.find((token) => token.kind === 'exponent');
  const lastInteger = tokens.findLastIndex(
    ({ kind }, at) => kind === 'digit' && (pointAt < 0 || at < pointAt),
  );
  const thousands =
    commasFrom(tokens, lastInteger + 1) + (pointAt < 0 ? 0 : commasFrom(tokens, lastDigit + 1));
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const middle = tokens.slice(firstDigit, lastDigit + 1);
  const middlePoint = middle.findIndex(({ kind }) => kind === 'point');
  return {
    prefix: tokens.slice(0, firstDigit).map(textOf).join(''),
    integer: slots(middlePoint < 0 ? middle : middle.slice(0, middlePoint)),
    fraction: middlePoint < 0 ? [] : slots(middle.slice(middlePoint + 1)),
    ...(exponent && { exponent }),
    suffix: tokens
      .slice(lastDigit + 1)
      .map(textOf)
      .join(''),
    isGrouped: tokens.some(
      ({ kind }, at) => kind === 'comma' && at > firstDigit && at < lastInteger,
    ),
    scale: 100 ** percents / 1000 ** thousands,
    hasPoint: pointAt >= 0,
  };
}

/** Each comma right behind the digits leaves three of them out. */
function commasFrom(tokens: readonly PatternToken[], start: number): number {
  let end = start;
  while (tokens[end]?.kind === 'comma') end += 1;
  return end - start;
}

function slots(tokens: readonly PatternToken[]): Slot[] {
  return tokens.flatMap((token): Slot[] => {
    if (token.kind === 'digit') return [{ sign: token.sign }];
    const text = textOf(token);
    return text === '' ? [] : [{ text }];
  });
}

function textOf(token: PatternToken): string {
  if (token.kind === 'literal') return token.text;
  return token.kind === 'percent' ? '%' : '';
}

/** Percent of a decimal number without the noise of binary: 0.07 is 7, not 7.000000000000001. */
function scaled(size: number, scale: number): number {
  return Number(Math.min(size * scale, 1e308).toPrecision(15));
}

function grouped(digits: string, layout: Layout, locale: SheetLocale): string {
  if (!layout.isGrouped || digits.length <= 3) return digits;
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    text = digits.slice(Math.max(0, end - 3), end) + locale.group + text;
  }
  return text;
}

/** Digits from the right into the places of the pattern, what is left over before the first. */
function spread(digits: string, layout: Layout, locale: SheetLocale): string {
  let rest = digits;
  let written = 0;
  let text = '';
  const put = (digit: string): void => {
    const needsGroup = layout.isGrouped && written > 0 && written % 3 === 0;
    text = digit + (needsGroup ? locale.group : '') + text;
    written += 1;
  };
  const firstDigit = layout.integer.findIndex((slot) => 'sign' in slot);
  for (let at = layout.integer.length - 1; at >= 0; at -= 1) {
    const slot = layout.integer[at];
    if (slot && 'text' in slot) {
      text = slot.text + text;
      continue;
    }
    if (rest !== '') put(rest.slice(-1));
    else if (slot?.sign === '0') put('0');
    else if (slot?.sign === '?') text = ` ${text}`;
    rest = rest.slice(0, -1);
    while (at === firstDigit && rest !== '') {
      put(rest.slice(-1));
      rest = rest.slice(0, -1);
    }
  }
  return text;
}

function fractionOf(digits: string, fraction: readonly Slot[]): string {
  let last = digits.length;
  while (last > 0 && digits.charAt(last - 1) === '0') last -= 1;
  let at = 0;
  let text = '';
  for (const slot of fraction) {
    if ('text' in slot) text += slot.text;
    else {
      if (at < last || slot.sign === '0') text += digits.charAt(at);
      else if (slot.sign === '?') text += ' ';
      at += 1;
    }
  }
  return text;
}

function scientific(
  size: number,
  decimals: number,
  { digits, plus }: { readonly digits: number; readonly plus: boolean },
  writeNumber: (size: number) => string,
): string {
  const [mantissa, power] = size.toExponential(Math.min(decimals, 20)).split('e');
  const exponent = Number(power);
  const sign = exponent < 0 ? '-' : plus ? '+' : '';
  return `${writeNumber(Number(mantissa))}E${sign}${String(Math.abs(exponent)).padStart(digits, '0')}`;
}
