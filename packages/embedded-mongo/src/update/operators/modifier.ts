import { type MatchOptions } from '../../match';
import { type BsonValue } from '../../values';
import { type Target } from '../target';
import { type UpdateContext } from '../types';

/** One field of an update operator, parsed: `{ $inc: { a: 1 } }` has one. */
export interface Modifier {
  /** Changes the document at the target. */
  apply(target: Target, context: UpdateContext): void;
  /**
   * Where the modifier is applied when that is not at the field it is written under. No other
   * modifier may touch either of them then.
   */
  readonly destination?: string;
}

/** One field of an update operator as the client wrote it. */
export interface ModifierField {
  readonly operator: string;
  readonly path: string;
  readonly argument: BsonValue;
  readonly match: MatchOptions;
}

/** Checks the argument of one operator and makes the modifier of it. */
export type ModifierParser = (field: ModifierField) => Modifier;

/** What most modifiers are: a new value from the one there, a first value where there is none. */
export interface ValueChange {
  /** The value to write in place of the one there. */
  update(current: BsonValue, target: Target, context: UpdateContext): BsonValue;
  /** The value to write where there is none; without it a missing field stays missing. */
  create?(target: Target, context: UpdateContext): BsonValue;
}

/** A modifier from how it changes a value. */
export function changingValue(change: ValueChange): Modifier {
  return {
    apply(target, context) {
      if (target.exists) target.set(change.update(target.value, target, context));
      else if (change.create !== undefined) target.set(change.create(target, context));
      else target.checkViable();
    },
  };
}
