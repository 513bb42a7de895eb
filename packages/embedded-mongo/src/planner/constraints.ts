import { isOperatorObject } from '../match';
import {
  type BsonValue,
  type Doc,
  isNumber,
  isPlainObject,
  isRegex,
  ObjectId,
  Timestamp,
  toNumber,
  typeRank,
} from '../values';
import { regexPrefix } from './regex-prefix';

/** A run of values of one type. A missing side is open to the end of the type. */
export interface Interval {
  readonly rank: number;
  readonly low?: BsonValue;
  readonly lowInclusive?: boolean;
  readonly high?: BsonValue;
  readonly highInclusive?: boolean;
}

/** The `$elemMatch` that a constraint comes from: its constraints hold for one same element. */
export interface ElementScope {
  readonly path: string;
}

interface ConstraintBase {
  /** The constraint says everything that its part of the filter says. */
  readonly exact: boolean;
  readonly scope?: ElementScope;
}

/** What a filter demands of one field, as far as an index can serve it. */
export type Constraint =
  | (ConstraintBase & { readonly kind: 'points'; readonly values: readonly BsonValue[] })
  | (ConstraintBase & { readonly kind: 'interval'; readonly interval: Interval })
  | (ConstraintBase & {
      readonly kind: 'prefix';
      readonly prefix: string;
      readonly regex: BsonValue;
    });

/** The demands of a filter that every match fulfils. */
export interface Constraints {
  readonly byPath: ReadonlyMap<string, readonly Constraint[]>;
  /** The constraints, where each is exact, are the whole filter. */
  readonly complete: boolean;
}

/** Types whose order in an index is that of `$lt` and `$gt`. */
const RANGED_RANKS: ReadonlySet<number> = new Set(
  [0, '', true, new Date(0), new ObjectId('0'.repeat(24)), new Timestamp({ t: 0, i: 0 })].map(
    typeRank,
  ),
);

/** Takes out of a filter what an index could serve. */
export function constraintsOf(filter: Doc): Constraints {
  const reader = new ConstraintReader();
  reader.readFilter(filter, '', undefined);
  return reader;
}

class ConstraintReader implements Constraints {
  readonly byPath = new Map<string, Constraint[]>();
  complete = true;

  readFilter(filter: Doc, parent: string, scope: ElementScope | undefined): void {
    for (const key of Object.keys(filter)) {
      const value = filter[key];
      if (key === '$and' && Array.isArray(value)) {
        for (const part of value) {
          if (isPlainObject(part)) this.readFilter(part, parent, scope);
          else this.complete = false;
        }
      } else if (key.startsWith('$')) {
        if (key !== '$comment') this.complete = false;
      } else {
        this.readField(parent + key, value, scope);
      }
    }
  }

  private readField(path: string, value: BsonValue, scope: ElementScope | undefined): void {
    if (isRegex(value)) this.addRegex(path, value, undefined, scope);
    else if (isOperatorObject(value)) this.readOperators(path, value, scope);
    else this.addPoints(path, [value], scope);
  }

  private readOperators(path: string, operators: Doc, scope: ElementScope | undefined): void {
    for (const operator of Object.keys(operators)) {
      const operand = operators[operator];
      switch (operator) {
        case '$eq':
          if (isRegex(operand)) this.complete = false;
          else this.addPoints(path, [operand], scope);
          break;
        case '$in':
          if (Array.isArray(operand)) this.addPoints(path, operand, scope);
          else this.complete = false;
          break;
        case '$gt':
        case '$gte':
        case '$lt':
        case '$lte':
          this.addInterval(path, operator, operand, scope);
          break;
        case '$all':
          this.addAll(path, operand, scope);
          break;
        case '$elemMatch':
          this.addElementMatch(path, operand);
          break;
        case '$regex':
          this.addRegex(path, operand, operators.$options, scope);
          break;
        default:
          this.complete = false;
      }
    }
  }

  private addPoints(
    path: string,
    values: readonly BsonValue[],
    scope: ElementScope | undefined,
  ): void {
    if (!values.every(isPoint)) {
      this.complete = false;
      return;
    }
    // null also means missing, which an index key does not tell from an empty array.
    const exact = !scope && values.every((value) => value !== null);
    this.add(path, { kind: 'points', values, exact, ...(scope && { scope }) });
  }

  private addInterval(
    path: string,
    operator: '$gt' | '$gte' | '$lt' | '$lte',
    operand: BsonValue,
    scope: ElementScope | undefined,
  ): void {
    const rank = typeRank(operand);
    const isNaNumber = isNumber(operand) && Number.isNaN(toNumber(operand));
    if (operand === undefined || isNaNumber || !RANGED_RANKS.has(rank)) {
      this.complete = false;
      return;
    }
    const isLow = operator === '$gt' || operator === '$gte';
    const inclusive = operator === '$gte' || operator === '$lte';
    let interval: Interval = isLow
      ? { rank, low: operand, lowInclusive: inclusive }
      : { rank, high: operand, highInclusive: inclusive };
    // NaN sorts below all numbers, but is not less than any of them.
    if (!isLow && isNumber(operand)) interval = { ...interval, low: -Infinity, lowInclusive: true };
    this.add(path, { kind: 'interval', interval, exact: !scope, ...(scope && { scope }) });
  }

  private addAll(path: string, operand: BsonValue, scope: ElementScope | undefined): void {
    this.complete = false;
    if (!Array.isArray(operand)) return;
    for (const value of operand) {
      const isElementMatch = isOperatorObject(value);
      if (isElementMatch && isPlainObject(value.$elemMatch)) {
        this.addElementMatch(path, value.$elemMatch);
      } else if (isPoint(value) && value !== null && !isElementMatch) {
        this.add(path, { kind: 'points', values: [value], exact: false, ...(scope && { scope }) });
      }
    }
  }

  private addElementMatch(path: string, operand: BsonValue): void {
    this.complete = false;
    if (!isPlainObject(operand)) return;
    const scope = { path };
    const isLogical = Object.keys(operand).some((key) => /^\$(and|or|nor)$/.test(key));
    if (isOperatorObject(operand) && !isLogical) this.readOperators(path, operand, scope);
    else this.readFilter(operand, `${path}.`, scope);
  }

  private addRegex(
    path: string,
    pattern: BsonValue,
    options: BsonValue,
    scope: ElementScope | undefined,
  ): void {
    this.complete = false;
    const found = regexPrefix(pattern, options);
    if (!found) return;
    this.add(path, { kind: 'prefix', ...found, exact: false, ...(scope && { scope }) });
  }

  private add(path: string, constraint: Constraint): void {
    const known = this.byPath.get(path);
    if (known) known.push(constraint);
    else this.byPath.set(path, [constraint]);
  }
}

/** Values whose equality an index key decides: no arrays, which it takes apart, and no patterns. */
function isPoint(value: BsonValue): boolean {
  return value !== undefined && !Array.isArray(value) && !isRegex(value);
}
