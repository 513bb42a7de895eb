import {
  type BsonValue,
  type StringFold,
  compareNumbers,
  hashKey,
  isNumber,
  toNumber,
} from '../../values';

/**
 * A map whose keys are BSON values, equal when MongoDB holds them equal. Strings, numbers and dates,
 * nearly all keys there are, need no encoding; the order is that of insertion.
 */
export class ValueMap<T> {
  private readonly strings = new Map<string, T>();
  private readonly numbers = new Map<number, T>();
  private readonly dates = new Map<number, T>();
  private readonly others = new Map<string, T>();
  private readonly inOrder: T[] = [];

  constructor(private readonly fold?: StringFold) {}

  get(key: BsonValue): T | undefined {
    if (typeof key === 'string') return this.strings.get(this.fold ? this.fold(key) : key);
    if (typeof key === 'number') return this.numbers.get(key);
    if (key instanceof Date) return this.dates.get(key.getTime());
    const number = this.asNumber(key);
    return number === undefined
      ? this.others.get(hashKey(key, this.fold))
      : this.numbers.get(number);
  }

  /** Adds an entry for a key that has none yet. */
  set(key: BsonValue, value: T): void {
    this.inOrder.push(value);
    if (typeof key === 'string') this.strings.set(this.fold ? this.fold(key) : key, value);
    else if (typeof key === 'number') this.numbers.set(key, value);
    else if (key instanceof Date) this.dates.set(key.getTime(), value);
    else {
      const number = this.asNumber(key);
      if (number === undefined) this.others.set(hashKey(key, this.fold), value);
      else this.numbers.set(number, value);
    }
  }

  get size(): number {
    return this.inOrder.length;
  }

  values(): readonly T[] {
    return this.inOrder;
  }

  /** The double that is equal to a number of another type, if there is one. */
  private asNumber(key: BsonValue): number | undefined {
    if (!isNumber(key)) return undefined;
    const number = toNumber(key);
    return compareNumbers(key, number) === 0 ? number : undefined;
  }
}
