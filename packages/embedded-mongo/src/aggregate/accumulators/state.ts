import { type BsonValue, type Doc } from '../../values';
import { type Scope } from '../expressions/scope';

/** The running state of one accumulator in one group. */
export interface AccumulatorState {
  add(value: BsonValue): void;
  result(): BsonValue;
}

/** An accumulator after its argument was compiled. */
export interface CompiledAccumulator {
  /** What each document contributes. */
  input: (doc: Doc) => BsonValue;
  /** A fresh state; the id of the group is there for the accumulators whose `n` depends on it. */
  create: (groupId: BsonValue) => AccumulatorState;
}

/** Compiles the argument of an accumulator. */
export type AccumulatorCompiler = (
  argument: BsonValue,
  scope: Scope,
  name: string,
) => CompiledAccumulator;
