import { type NumericValue, toNumber } from '../../values';
import { kindOf } from './numbers';

/** A number as `$toString` writes it. */
export function formatNumber(value: NumericValue): string {
  const kind = kindOf(value);
  if (kind === 'long' || kind === 'decimal') return value.toString();
  const number = toNumber(value);
  if (Object.is(number, -0)) return '-0';
  return String(number);
}
