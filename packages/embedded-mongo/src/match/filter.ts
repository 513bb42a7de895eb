import { badValue, typeMismatch } from '../errors';
import {
  type BsonValue,
  type Doc,
  type StringComparator,
  comparatorFor,
  isPlainObject,
  isRegex,
  typeName,
} from '../values';
import {
  PRECEDENCE,
  type Conjunct,
  type FieldCondition,
  conjunction,
  conjunctsAtPath,
  valueCondition,
} from './conditions';
import { type FieldOperatorContext, type FilterLevel } from './operator-context';
import { isOperatorObject } from './operator-object';
import { FIELD_OPERATORS, TOP_LEVEL_OPERATORS } from './operators';
import { elementTest } from './operators/array';
import { equalityTest } from './operators/comparison';
import { regexTest } from './operators/regex';
import { type MatchOptions, type Predicate, type ValuePredicate } from './types';

/**
 * Compiles a query filter into a predicate over documents, with MongoDB's meaning of every
 * operator. Throws the error MongoDB gives for a filter that makes no sense.
 */
export function compileFilter(
  filter: BsonValue | undefined,
  options: MatchOptions = {},
): Predicate {
  if (filter === undefined || filter === null) {
    return () => true;
  }
  if (!isPlainObject(filter)) {
    throw typeMismatch(
      `Expected field filter to be of type object, but it is of type ${typeName(filter)}`,
    );
  }
  return new FilterCompilation(options).compile(filter, 'document');
}

/** Compiles what `$elemMatch` asks of one array element, for projections and `$pull`. */
export function compileElementMatch(argument: Doc, options: MatchOptions = {}): ValuePredicate {
  const compilation = new FilterCompilation(options);
  return elementTest(argument, compilation.operatorContext('', argument));
}

class FilterCompilation {
  private readonly strings: StringComparator | undefined;

  constructor(private readonly options: MatchOptions) {
    this.strings = comparatorFor(options.collation);
  }

  compile(filter: Doc, level: FilterLevel): Predicate {
    const conjuncts = Object.keys(filter).flatMap((name) =>
      name.startsWith('$')
        ? this.topLevelOperator(name, filter[name], level)
        : conjunctsAtPath(this.fieldCondition(name, filter[name]), name),
    );
    return conjunction(conjuncts);
  }

  operatorContext(path: string, siblings: Doc): FieldOperatorContext {
    return {
      path,
      siblings,
      strings: this.strings,
      compileOperators: (operators) => this.operators(path, operators),
      compileFilter: (filter, level) => this.compile(filter, level),
    };
  }

  private topLevelOperator(name: string, operand: BsonValue, level: FilterLevel): Conjunct[] {
    const compileOperator = TOP_LEVEL_OPERATORS.get(name);
    if (compileOperator === undefined) {
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
    }
    const context = {
      level,
      options: this.options,
      strings: this.strings,
      compileFilter: (filter: Doc, filterLevel: FilterLevel) => this.compile(filter, filterLevel),
    };
    const predicate = compileOperator(operand, context, name);
    const precedence = name === '$and' || name === '$or' ? PRECEDENCE.or : PRECEDENCE.other;
    return predicate === undefined ? [] : [{ predicate, precedence, path: '' }];
  }

  private fieldCondition(path: string, argument: BsonValue): FieldCondition {
    if (isOperatorObject(argument)) {
      return this.operators(path, argument);
    }
    return isRegex(argument)
      ? valueCondition(PRECEDENCE.regex, regexTest(argument))
      : valueCondition(PRECEDENCE.equality, equalityTest(argument, this.strings));
  }

  private operators(path: string, operators: Doc): FieldCondition {
    const context = this.operatorContext(path, operators);
    const conditions = Object.keys(operators).flatMap((name) => {
      const compileOperator = FIELD_OPERATORS.get(name);
      if (compileOperator === undefined) {
        throw badValue(`unknown operator: ${name}`);
      }
      return compileOperator(operators[name], context) ?? [];
    });
    const [only, another] = conditions;
    return only !== undefined && another === undefined ? only : { kind: 'all', of: conditions };
  }
}
