import { sheetLocale } from '../render/sheet-locale';
import { evaluateArithmetic } from './arithmetic';
import { type Entered } from './entered';
import { parseDate } from './parse-date';
import { parseNumber } from './parse-number';

/** What Sheets makes of a text that is typed into a cell of a spreadsheet of this locale. */
export function parseEntered(text: string, localeName: string): Entered {
  if (text === '') return { content: null };
  if (text.startsWith("'")) return { content: text.slice(1) };
  const locale = sheetLocale(localeName);
  if (text.startsWith('=') && text.length > 1) return formula(text, locale.decimal);
  const trimmed = text.trim();
  if (/^true$/i.test(trimmed)) return { content: true };
  if (/^false$/i.test(trimmed)) return { content: false };
  return parseNumber(trimmed, locale) ?? parseDate(trimmed, locale) ?? { content: text };
}

function formula(text: string, decimal: string): Entered {
  const result = evaluateArithmetic(text.slice(1), decimal);
  const content = result ?? {
    error: 'ERROR' as const,
    message: `The emulator computes no formulas but arithmetic on numbers; give ${text} its result as an edit.`,
  };
  return { content, formula: text };
}
