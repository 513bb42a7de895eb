/** Amounts are counted in millionths, as whole numbers of any size. */
export const MILLION = 1_000_000n;

const DECIMALS = 6;

/** How numbers are written; groups of three digits are not told apart when `group` is empty. */
export interface Writing {
  readonly decimal: string;
  readonly group: string;
}

/** An amount with as many decimals as it needs. */
export function decimalText(millionths: bigint, { decimal, group }: Writing): string {
  const size = millionths < 0n ? -millionths : millionths;
  const whole = String(size / MILLION).replace(/\B(?=(\d{3})+$)/g, group);
  const fraction = String(size % MILLION)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return `${millionths < 0n ? '-' : ''}${whole}${fraction === '' ? '' : decimal + fraction}`;
}

/** The number that is nearest to an amount. */
export function nearestNumber(millionths: bigint): number {
  return Number(decimalText(millionths, { decimal: '.', group: '' }));
}
