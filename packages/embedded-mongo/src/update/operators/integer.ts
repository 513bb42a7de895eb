import { type BsonValue, isNumber, toNumber } from '../../values';

/** The integer of a number of any type; undefined for fractions and for what is not a number. */
export function toInteger(value: BsonValue): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = toNumber(value);
  return Number.isInteger(number) ? number : undefined;
}
