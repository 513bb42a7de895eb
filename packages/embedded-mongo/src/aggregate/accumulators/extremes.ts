import { type BsonValue, type StringComparator, compare } from '../../values';
import { isNullish } from '../expressions/arguments';
import { type AccumulatorState } from './state';

/** `$min` and `$max` over all types; null and missing do not count. */
export class ExtremeState implements AccumulatorState {
  private best: BsonValue = null;

  constructor(
    private readonly direction: 1 | -1,
    private readonly strings: StringComparator | undefined,
  ) {}

  add(value: BsonValue): void {
    if (isNullish(value)) return;
    if (this.best === null || this.isBetter(value, this.best)) this.best = value;
  }

  private isBetter(value: NonNullable<BsonValue>, best: BsonValue): boolean {
    if (typeof value === 'number' && typeof best === 'number' && value === value && best === best) {
      return this.direction > 0 ? value > best : value < best;
    }
    return compare(value, best, this.strings) * this.direction > 0;
  }

  result(): BsonValue {
    return this.best;
  }
}
