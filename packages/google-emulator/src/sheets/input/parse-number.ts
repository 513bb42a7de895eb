import { type SheetLocale } from '../render/sheet-locale';
import { type Entered } from './entered';

const SYMBOL = String.raw`[$€£¥₫₩₹₽฿₱₺₴₪]`;
const SPACES = /[\s\u00a0\u202f]/g;

/** No number that somebody types is longer; trying all ways to read a long text takes long. */
const MAX_LENGTH = 100;

/** Reads a typed number, percentage or amount of money as the locale writes it. */
export function parseNumber(text: string, locale: SheetLocale): Entered | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const inBrackets = /^\((.+)\)$/.exec(text);
  const inner = inBrackets?.[1] ?? text;
  const match = new RegExp(`^([+-]?)\\s*(${SYMBOL}?)\\s*([+-]?)(\\S(?:.*\\S)?)$`, 'u').exec(inner);
  if (!match) return undefined;
  const [, sign = '', before = '', secondSign = '', rest = ''] = match;
  if ((sign !== '' && secondSign !== '') || (inBrackets && sign + secondSign !== '')) {
    return undefined;
  }
  const behind = new RegExp(`^(.*?)\\s*(${SYMBOL}|%)$`, 'u').exec(rest);
  const digits = behind?.[1] ?? rest;
  const after = behind?.[2] ?? '';
  if (before !== '' && after !== '') return undefined;
  const size = plainSize(digits, locale);
  if (!size || !Number.isFinite(size.value)) return undefined;
  const isNegative = inBrackets !== null || sign + secondSign === '-';
  const value = isNegative ? -size.value : size.value;
  return formatted(value, size, before, after);
}

interface Size {
  readonly value: number;
  readonly isGrouped: boolean;
  readonly hasDecimals: boolean;
  readonly isScientific: boolean;
}

function plainSize(text: string, locale: SheetLocale): Size | undefined {
  const isSpaceGroup = locale.group.trim() === '';
  // A locale that groups by one kind of space takes all of them.
  const group = isSpaceGroup ? ' ' : locale.group;
  const digits = isSpaceGroup ? text.replace(SPACES, ' ') : text;
  const [g, d] = [escapeSign(group), escapeSign(locale.decimal)];
  const match = new RegExp(
    `^(\\d+|\\d{1,3}(?:${g}\\d{3})+)?(?:${d}(\\d*))?(?:[eE]([+-]?\\d{1,3}))?$`,
  ).exec(digits);
  const [, whole = '', decimals, power] = match ?? [];
  if (!match || (whole === '' && !decimals)) return undefined;
  return {
    value: Number(`${whole.replaceAll(group, '') || '0'}.${decimals || '0'}e${power ?? '0'}`),
    isGrouped: whole.includes(group),
    hasDecimals: decimals !== undefined,
    isScientific: power !== undefined,
  };
}

function formatted(value: number, size: Size, before: string, after: string): Entered {
  const decimals = size.hasDecimals ? '.00' : '';
  if (after === '%') {
    const content = Number((value / 100).toPrecision(15));
    return { content, format: { type: 'PERCENT', pattern: `0${decimals}%` } };
  }
  if (before !== '' || after !== '') {
    const digits = `#,##0${decimals}`;
    const pattern = before === '' ? `${digits}[$ ${after}]` : `[$${before}]${digits}`;
    return { content: value, format: { type: 'CURRENCY', pattern } };
  }
  if (size.isScientific) {
    return { content: value, format: { type: 'SCIENTIFIC', pattern: '0.00E+00' } };
  }
  return size.isGrouped
    ? { content: value, format: { type: 'NUMBER', pattern: `#,##0${decimals}` } }
    : { content: value };
}

function escapeSign(sign: string): string {
  return sign.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
