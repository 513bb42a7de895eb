import { type BsonValue, type Doc, hashKey } from '../../values';
import { mergeInto } from '../expressions/objects';
import { type AccumulatorState } from './state';

/** `$push` */
export class PushState implements AccumulatorState {
  private readonly values: BsonValue[] = [];

  add(value: BsonValue): void {
    if (value !== undefined) this.values.push(value);
  }

  result(): BsonValue {
    // A copy, since the windows of $setWindowFields go on adding after they gave a result.
    return [...this.values];
  }
}

/** `$addToSet`, in the order of first appearance. */
export class SetState implements AccumulatorState {
  private readonly values = new Map<string, BsonValue>();

  add(value: BsonValue): void {
    if (value === undefined) return;
    const key = hashKey(value);
    if (!this.values.has(key)) this.values.set(key, value);
  }

  result(): BsonValue {
    return [...this.values.values()];
  }
}

/** `$first`: the value of the first document, null when it has none. */
export class FirstState implements AccumulatorState {
  private value: BsonValue;
  private isFilled = false;

  add(value: BsonValue): void {
    if (this.isFilled) return;
    this.value = value;
    this.isFilled = true;
  }

  result(): BsonValue {
    return this.value ?? null;
  }
}

/** `$last`: the value of the last document, null when it has none. */
export class LastState implements AccumulatorState {
  private value: BsonValue;

  add(value: BsonValue): void {
    this.value = value;
  }

  result(): BsonValue {
    return this.value ?? null;
  }
}

/** `$mergeObjects` */
export class MergeState implements AccumulatorState {
  private readonly merged: Doc = {};

  add(value: BsonValue): void {
    mergeInto(this.merged, value);
  }

  result(): BsonValue {
    return { ...this.merged };
  }
}

/** `$concatArrays` */
export class ConcatState implements AccumulatorState {
  private readonly values: BsonValue[] = [];

  add(value: BsonValue): void {
    if (Array.isArray(value)) for (const element of value) this.values.push(element);
  }

  result(): BsonValue {
    return [...this.values];
  }
}
