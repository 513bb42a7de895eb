import { unsupported } from '../../errors';
import { isNumber, textScoreOf, toNumber, describe } from '../../values';
import { failure } from '../failures';
import { makeDouble } from './numbers';
import { type OperatorCompiler, type OperatorTable } from './scope';

const refused: OperatorCompiler = (_argument, _scope, name) => {
  throw unsupported(name);
};

/** `$rand`, `$sampleRate`, `$meta`, and the operators that this server refuses by name. */
export const miscellaneousOperators: OperatorTable = {
  $rand: () => () => makeDouble(Math.random()),
  $sampleRate: (argument) => {
    const rate = isNumber(argument) ? toNumber(argument) : NaN;
    if (!(rate >= 0 && rate <= 1)) {
      throw failure(2, 'numeric argument to $sampleRate must be in [0, 1]');
    }
    return () => Math.random() < rate;
  },
  $meta: (argument) => {
    if (argument !== 'textScore') throw unsupported(`$meta: ${describe(argument)}`);
    return (doc) => {
      const score = textScoreOf(doc);
      return score === undefined ? undefined : makeDouble(score);
    };
  },
  $function: refused,
  $accumulator: refused,
  $toHashedIndexKey: refused,
  $tsSecond: refused,
  $tsIncrement: refused,
};
