import { type FieldOperatorCompiler, type TopLevelOperatorCompiler } from '../operator-context';
import { arrayOperators } from './array';
import { bitwiseOperators } from './bitwise';
import { comparisonOperators } from './comparison';
import { elementOperators } from './element';
import { logicalFieldOperators, logicalOperators } from './logical';
import { membershipOperators } from './membership';
import { moduloOperators } from './modulo';
import { refusedFieldOperators, refusedTopLevelOperators } from './refused';
import { regexOperators } from './regex';
import { wholeDocumentOperators } from './whole-document';

/** Compiler by name of every operator that a field can have. */
export const FIELD_OPERATORS: ReadonlyMap<string, FieldOperatorCompiler> = new Map(
  Object.entries({
    ...comparisonOperators,
    ...membershipOperators,
    ...regexOperators,
    ...elementOperators,
    ...moduloOperators,
    ...bitwiseOperators,
    ...arrayOperators,
    ...logicalFieldOperators,
    ...refusedFieldOperators,
    $comment: () => undefined,
  }),
);

/** Compiler by name of every operator that can stand at the top of a filter. */
export const TOP_LEVEL_OPERATORS: ReadonlyMap<string, TopLevelOperatorCompiler> = new Map(
  Object.entries({
    ...logicalOperators,
    ...wholeDocumentOperators,
    ...refusedTopLevelOperators,
  }),
);
