import { arithmeticOperators } from './arithmetic';
import { arrayOperators } from './arrays';
import { arrayIterationOperators } from './array-iteration';
import { arraySelectionOperators } from './array-selection';
import { bitwiseOperators } from './bitwise';
import { booleanOperators } from './boolean';
import { comparisonOperators } from './comparison';
import { conditionalOperators } from './conditional';
import { conversionOperators } from './conversion';
import { dateOperators } from './dates';
import { miscellaneousOperators } from './miscellaneous';
import { objectOperators } from './objects';
import { regexOperators } from './regex';
import { roundingOperators } from './rounding';
import { type OperatorCompiler, type OperatorTable } from './scope';
import { setOperators } from './sets';
import { statisticOperators } from './statistics';
import { stringOperators } from './strings';
import { substringOperators } from './substrings';
import { trigonometryOperators } from './trigonometry';
import { typeOperators } from './types';
import { variableOperators } from './variables';

/** The operators by what they are about; no two have one name. */
export const OPERATOR_FAMILIES: readonly OperatorTable[] = [
  arithmeticOperators,
  arrayOperators,
  arrayIterationOperators,
  arraySelectionOperators,
  bitwiseOperators,
  booleanOperators,
  comparisonOperators,
  conditionalOperators,
  conversionOperators,
  dateOperators,
  miscellaneousOperators,
  objectOperators,
  regexOperators,
  roundingOperators,
  setOperators,
  statisticOperators,
  stringOperators,
  substringOperators,
  trigonometryOperators,
  typeOperators,
  variableOperators,
];

const OPERATORS = new Map<string, OperatorCompiler>();
for (const family of OPERATOR_FAMILIES) {
  for (const [name, operator] of Object.entries(family)) {
    if (OPERATORS.has(name)) throw new Error(`two expression operators are called ${name}`);
    OPERATORS.set(name, operator);
  }
}

/** The compiler of an operator's argument, by the operator's name. */
export function operatorFor(name: string): OperatorCompiler | undefined {
  return OPERATORS.get(name);
}
