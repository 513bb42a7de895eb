/** In which order a locale writes the parts of a date. */
export type DateOrder = 'DMY' | 'MDY' | 'YMD';

/** How people of a locale write numbers and dates. */
export interface LocaleFormats {
  readonly decimal: string;
  /** Between groups of digits; any white space is a plain one here, any apostrophe a straight one. */
  readonly group: string;
  /** Whether digits are grouped the Indian way: 12,34,567. */
  readonly lakhs: boolean;
  readonly dateOrder: DateOrder;
}

const FALLBACK = 'en-US';

/**
 * The formats of a locale as Google writes it (`vi_VN`, `fr`); those of en_US for an unknown one.
 */
export function localeFormats(locale: string): LocaleFormats {
  const tag = knownTag(locale.replaceAll('_', '-'));
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn', useGrouping: 'always' })
    .formatToParts(12345678.5)
    .filter(({ type }) => type !== 'literal');
  const textOf = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    decimal: textOf('decimal') || '.',
    group: plainSeparators(textOf('group')),
    lakhs: parts.filter(({ type }) => type === 'group').length > 2,
    dateOrder: dateOrder(tag),
  };
}

/** A text in which the many characters that look like a space or an apostrophe are the plain ones. */
export function plainSeparators(text: string): string {
  return text.replace(/\s/g, ' ').replace(/[’‘ʼ`´]/g, "'");
}

function knownTag(tag: string): string {
  try {
    // An unknown locale would get the formats of this machine.
    return Intl.NumberFormat.supportedLocalesOf([tag])[0] ?? FALLBACK;
  } catch {
    return FALLBACK;
  }
}

function dateOrder(tag: string): DateOrder {
  const order = new Intl.DateTimeFormat(tag, { calendar: 'gregory', dateStyle: 'short' })
    .formatToParts(0)
    .map(({ type }) => ({ day: 'D', month: 'M', year: 'Y' })[type as string] ?? '')
    .join('');
  return order === 'MDY' || order === 'YMD' ? order : 'DMY';
}
