import { type BsonValue, Decimal128, Double, Long, add, divide, isNumber } from '../../values';
import { decimalOf, isInt, makeDouble, makeInteger, makeLong } from '../expressions/numbers';
import { type AccumulatorState } from './state';

/**
 * Adds numbers of all types: integers exactly, doubles with the error of each addition carried
 * along (as MongoDB does, so that the order of the documents hardly matters), decimals exactly.
 */
export class SumState implements AccumulatorState {
  /** The sum of the ints: exact while it is a safe integer, then moved to the big one. */
  private ints = 0;
  private big = 0n;
  private doubles = 0;
  private lost = 0;
  private decimals: Decimal128 | undefined;
  private hasDouble = false;
  private hasLong = false;

  add(value: BsonValue): void {
    this.addNumber(value);
  }

  /** Adds a value if it is a number, and says whether it was. */
  addNumber(value: BsonValue): boolean {
    if (typeof value === 'number') {
      if (isInt(value)) this.addInt(value);
      else this.addDouble(value);
      return true;
    }
    if (value === null || typeof value !== 'object') return false;
    if (value instanceof Double) this.addDouble(value.value);
    else if (value instanceof Long) {
      this.hasLong = true;
      this.big += value.toBigInt();
    } else if (value instanceof Decimal128) {
      this.decimals = this.decimals ? (add(this.decimals, value) as Decimal128) : value;
    } else if (isNumber(value)) this.addInt(Number(value.valueOf()));
    else return false;
    return true;
  }

  private addInt(value: number): void {
    this.ints += value;
    if (!Number.isSafeInteger(this.ints)) {
      this.big += BigInt(this.ints - value) + BigInt(value);
      this.ints = 0;
    }
  }

  private addDouble(value: number): void {
    this.hasDouble = true;
    const sum = this.doubles + value;
    if (Number.isFinite(sum)) {
      const part = sum - value;
      this.lost += this.doubles - part + (value - (sum - part));
    }
    this.doubles = sum;
  }

  private get integers(): bigint {
    return this.big + BigInt(this.ints);
  }

  /** The sum as a double, whatever the types of the numbers were. */
  asDouble(): number {
    const integers = this.big === 0n ? this.ints : Number(this.integers);
    if (!this.hasDouble) return integers;
    return this.doubles + (this.lost + integers);
  }

  /** The sum as a decimal, if a decimal was among the numbers. */
  asDecimal(): Decimal128 | undefined {
    if (!this.decimals) return undefined;
    let sum = this.decimals;
    const integers = this.integers;
    if (integers !== 0n) sum = add(sum, Decimal128.fromString(String(integers))) as Decimal128;
    return this.hasDouble ? (add(sum, decimalOf(this.doubles + this.lost)) as Decimal128) : sum;
  }

  result(): BsonValue {
    if (this.decimals) return this.asDecimal();
    if (this.hasDouble) return makeDouble(this.asDouble());
    if (this.hasLong) return makeInteger(this.integers, 'long');
    if (this.big === 0n) return isInt(this.ints) ? this.ints : makeLong(this.ints);
    return makeInteger(this.integers, 'int');
  }
}

/** `$avg`: a double, or a decimal; null when there was no number. */
export class AverageState implements AccumulatorState {
  private readonly sum = new SumState();
  private count = 0;

  add(value: BsonValue): void {
    if (this.sum.addNumber(value)) this.count++;
  }

  result(): BsonValue {
    if (this.count === 0) return null;
    const decimal = this.sum.asDecimal();
    if (decimal) return divide(decimal, this.count);
    return makeDouble(this.sum.asDouble() / this.count);
  }
}

/** `$count`, and `$sum: 1`, which is the same. */
export class CountState implements AccumulatorState {
  private count = 0;

  add(): void {
    this.count++;
  }

  result(): BsonValue {
    return makeInteger(BigInt(this.count), 'int');
  }
}
