import { isTruthy } from '../../values';
import { operands, unary } from './arguments';
import { type OperatorTable } from './scope';

/** `$and`, `$or`, `$not`. */
export const booleanOperators: OperatorTable = {
  $and: (argument, scope, name) => {
    const list = operands(argument, scope, name, 0, Infinity);
    return (doc) => list.every((operand) => isTruthy(operand(doc)));
  },
  $or: (argument, scope, name) => {
    const list = operands(argument, scope, name, 0, Infinity);
    return (doc) => list.some((operand) => isTruthy(operand(doc)));
  },
  $not: unary((value) => !isTruthy(value)),
};
