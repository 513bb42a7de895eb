/** So many digits of a number are shown at most; what follows are zeros. */
const SHOWN_DIGITS = 15;
const POWERS = Array.from({ length: 11 }, (_, power) => 10 ** power);

/**
 * A number that is not negative with so many decimals, rounded half up in decimal: 1.005 with
 * two is 1.01, although the nearest binary number is a little smaller.
 */
export function decimalDigits(value: number, decimals: number): string {
  if (decimals === 0 && Number.isInteger(value) && value < 1e15) return String(value);
  const scaled = decimals < POWERS.length ? value * (POWERS[decimals] as number) : Infinity;
  if (scaled < 1e11) {
    const rest = scaled - Math.floor(scaled);
    // Away from the middle the binary number rounds to the same side as the decimal one.
    if (Math.abs(rest - 0.5) > 1e-4) return value.toFixed(decimals);
  }
  return roundText(value.toExponential(SHOWN_DIGITS - 1), decimals);
}

function roundText(scientific: string, decimals: number): string {
  const [mantissa = '', power] = scientific.split('e');
  const digits = mantissa.replace('.', '');
  const pointAt = Number(power) + 1;
  const kept = pointAt + decimals;
  if (kept < 0) return zero(decimals);
  const padded = digits.padEnd(kept, '0');
  const whole = BigInt(padded.slice(0, kept) || '0');
  const isUp = padded.charCodeAt(kept) >= 53;
  const text = String(isUp ? whole + 1n : whole).padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

function zero(decimals: number): string {
  return decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
}
