/**
 * A number in whole units and millionths of them, both integers of the same sign. Sums of integers
 * are exact, so cents never drift, however many are added; what a merchant types has fewer than
 * seven decimals.
 */
export interface Amount {
  readonly whole: number;
  readonly millionths: number;
}

/** The sum of amounts, and how many they are. */
export interface AmountSum {
  count: number;
  whole: number;
  millionths: number;
}

const MILLION = 1_000_000;
/** Below it a number and its product with a million, both rounded, are off by less than half a millionth. */
const SURELY_EXACT = 2 ** 50 / MILLION;
const DECIMALS = 6;

/**
 * A number as an amount; undefined when it is none, or so large that units cannot be distinguished.
 */
export function toAmount(value: number): Amount | undefined {
  const size = Math.abs(value);
  if (!(size <= Number.MAX_SAFE_INTEGER)) return undefined;
  const [whole, millionths] = size < SURELY_EXACT ? split(size) : splitText(size);
  return value < 0 ? { whole: 0 - whole, millionths: 0 - millionths } : { whole, millionths };
}

/** An empty sum. */
export function noAmount(): AmountSum {
  return { count: 0, whole: 0, millionths: 0 };
}

/** Adds to a sum. */
export function addAmount(sum: AmountSum, more: Readonly<AmountSum>): void {
  sum.count += more.count;
  sum.whole += more.whole;
  sum.millionths += more.millionths;
}

/** The number that is nearest to a sum. */
export function toNumber({ whole, millionths }: Amount): number {
  if (millionths % MILLION === 0) return whole + millionths / MILLION;
  const all = BigInt(whole) * BigInt(MILLION) + BigInt(millionths);
  const digits = String(all < 0n ? -all : all).padStart(DECIMALS + 1, '0');
  const text = `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
  return Number(all < 0n ? `-${text}` : text);
}

function split(size: number): [whole: number, millionths: number] {
  const all = Math.round(size * MILLION);
  const millionths = all % MILLION;
  return [(all - millionths) / MILLION, millionths];
}

/** The shortest digits of a large number are those that were typed. */
function splitText(size: number): [whole: number, millionths: number] {
  const [whole = '', fraction = ''] = String(size).split('.');
  return [Number(whole), Math.round(Number(`0.${fraction || '0'}`) * MILLION)];
}
