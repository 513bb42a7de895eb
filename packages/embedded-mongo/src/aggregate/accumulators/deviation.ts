import { type BsonValue, isNumber, toNumber } from '../../values';
import { makeDouble } from '../expressions/numbers';
import { type AccumulatorState } from './state';

/** `$stdDevPop` and `$stdDevSamp`, by Welford's method: one pass, no cancellation. */
export class DeviationState implements AccumulatorState {
  private count = 0;
  private mean = 0;
  private squares = 0;

  constructor(private readonly kind: 'population' | 'sample') {}

  add(value: BsonValue): void {
    if (!isNumber(value)) return;
    const number = toNumber(value);
    this.count++;
    const distance = number - this.mean;
    this.mean += distance / this.count;
    this.squares += distance * (number - this.mean);
  }

  result(): BsonValue {
    const divisor = this.kind === 'population' ? this.count : this.count - 1;
    if (divisor <= 0) return null;
    const deviation = Math.sqrt(this.squares / divisor);
    return Number.isNaN(deviation) ? null : makeDouble(deviation);
  }
}
