import { CommandError, badValue, failedToParse, typeMismatch } from '../../errors';
import { isNumber, isPlainObject, isTruthy, toNumber } from '../../values';
import { integerProblem } from '../integers';
import { compileSchema } from '../json-schema';
import { predicateAtPath } from '../path';
import { type TopLevelOperatorCompiler } from '../operator-context';
import { equalityTest } from './comparison';

const expr: TopLevelOperatorCompiler = (operand, { level, options }) => {
  if (level === 'subdocument') {
    throw badValue('$expr can only be applied to the top-level document');
  }
  if (options.compileExpression === undefined) {
    throw new CommandError(224, 'QueryFeatureNotAllowed', '$expr is not allowed in this context');
  }
  const evaluate = options.compileExpression(operand, options.variables);
  return (doc) => isTruthy(evaluate(doc));
};

const text: TopLevelOperatorCompiler = (operand, { level, options }) => {
  if (level === 'subdocument') {
    throw badValue('$text can only be applied to the top-level document');
  }
  if (!isPlainObject(operand)) {
    throw badValue('$text expects an object');
  }
  if (options.text === undefined) {
    throw new CommandError(27, 'IndexNotFound', 'text index required for $text query');
  }
  return options.text(operand);
};

const jsonSchema: TopLevelOperatorCompiler = (operand) => {
  if (!isPlainObject(operand)) {
    throw typeMismatch('$jsonSchema must be an object');
  }
  return compileSchema(operand);
};

const sampleRate: TopLevelOperatorCompiler = (operand) => {
  if (!isNumber(operand)) {
    throw badValue('argument to $sampleRate must be a numeric type');
  }
  const rate = toNumber(operand);
  if (!(rate >= 0 && rate <= 1)) {
    throw badValue('numeric argument to $sampleRate must be in [0, 1]');
  }
  return () => Math.random() < rate;
};

function always(answer: boolean): TopLevelOperatorCompiler {
  return (operand, _context, name) => {
    const problem = integerProblem(name, operand);
    if (problem !== undefined) {
      throw failedToParse(problem);
    }
    if (toNumber(operand) !== 1) {
      throw failedToParse(`${name} must be an integer value of 1`);
    }
    return () => answer;
  };
}

/** A field of a reference, asked inside of `$elemMatch`; only `$id` heeds the collation. */
const referenceField: TopLevelOperatorCompiler = (operand, { strings }, name) =>
  predicateAtPath(
    name,
    'elements-then-whole',
    equalityTest(operand, name === '$id' ? strings : undefined),
  );

/** The operators that stand at the top of a filter and are asked of the document as a whole. */
export const wholeDocumentOperators: Readonly<Record<string, TopLevelOperatorCompiler>> = {
  $expr: expr,
  $text: text,
  $jsonSchema: jsonSchema,
  $sampleRate: sampleRate,
  $alwaysTrue: always(true),
  $alwaysFalse: always(false),
  $comment: () => undefined,
  $ref: referenceField,
  $id: referenceField,
  $db: referenceField,
};
