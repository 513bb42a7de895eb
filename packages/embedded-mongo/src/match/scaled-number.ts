import { type NumericValue } from '../values';

const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** A number as digits and a power of ten, exact as it is written: 0.3 is 3 tenths. */
export interface ScaledNumber {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The digits and the power of ten of a number; undefined for NaN and the infinities. */
export function scaledNumber(value: NumericValue): ScaledNumber | undefined {
  const match = DECIMAL.exec(value.toString());
  if (match === null) {
    return undefined;
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const magnitude = BigInt(whole + fraction);
  return {
    digits: sign === '-' ? -magnitude : magnitude,
    exponent: Number(exponent) - fraction.length,
  };
}
