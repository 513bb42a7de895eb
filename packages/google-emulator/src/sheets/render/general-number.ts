import { decimalDigits } from './decimal-digits';

const SIGNIFICANT_DIGITS = 10;

/** A number without a format: up to ten digits that matter, very large and small ones as 1.5E+20. */
export function generalNumber(value: number, decimal: string): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value === 0 ? 0 : value);
  const sign = value < 0 ? '-' : '';
  const size = Math.abs(value);
  if (size >= 1e15 || size < 1e-9) return sign + scientific(size, decimal);
  const decimals = Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size)));
  const text = decimalDigits(size, decimals);
  return sign + withoutZeros(text).replace('.', decimal);
}

function scientific(size: number, decimal: string): string {
  const [mantissa = '', power = ''] = size.toExponential(5).split('e');
  const exponent = `${power.charAt(0)}${power.slice(1).padStart(2, '0')}`;
  return `${withoutZeros(mantissa).replace('.', decimal)}E${exponent}`;
}

function withoutZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  return text.slice(0, text.charAt(end - 1) === '.' ? end - 1 : end);
}
