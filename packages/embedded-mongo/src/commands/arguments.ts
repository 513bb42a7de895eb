import { CommandError, typeMismatch } from '../errors';
import {
  getOwn,
  isNumber,
  isPlainObject,
  toNumber,
  typeName,
  type BsonValue,
  type Collation,
  type Doc,
} from '../values';

const NUMBER_TYPES = "types '[long, int, decimal, double]'";
const BOOLEAN_TYPES = "types '[bool, long, int, decimal, double]'";

/**
 * Reads the fields of a command, or of a statement inside of one, and refuses those of a wrong type
 * in MongoDB's words. A null counts as absent.
 */
export class Arguments {
  constructor(
    /** The name of the command, for messages. */
    private readonly owner: string,
    readonly body: Doc,
  ) {}

  /** The value as it is. */
  value(field: string): BsonValue {
    return getOwn(this.body, field);
  }

  has(field: string): boolean {
    const value = this.value(field);
    return value !== undefined && value !== null;
  }

  document(field: string): Doc | undefined {
    if (!this.has(field)) return undefined;
    const value = this.value(field);
    if (isPlainObject(value)) return value;
    throw this.wrongType(field, "type 'object'");
  }

  requiredDocument(field: string): Doc {
    return this.document(field) ?? this.missing(field);
  }

  string(field: string): string | undefined {
    if (!this.has(field)) return undefined;
    const value = this.value(field);
    if (typeof value === 'string') return value;
    throw this.wrongType(field, "type 'string'");
  }

  requiredString(field: string): string {
    return this.string(field) ?? this.missing(field);
  }

  /** A boolean, for which MongoDB also takes a number. */
  boolean(field: string): boolean {
    if (!this.has(field)) return false;
    const value = this.value(field);
    if (typeof value === 'boolean') return value;
    if (isNumber(value)) return toNumber(value) !== 0;
    throw this.wrongType(field, BOOLEAN_TYPES);
  }

  /** A number without its fraction. */
  integer(field: string): number | undefined {
    if (!this.has(field)) return undefined;
    const value = this.value(field);
    if (isNumber(value)) return Math.trunc(toNumber(value));
    throw this.wrongType(field, NUMBER_TYPES);
  }

  /** A whole number that must not be negative. */
  count(field: string): number | undefined {
    const value = this.integer(field);
    if (value === undefined || value >= 0) return value;
    throw new CommandError(
      51024,
      'Location51024',
      `BSON field '${field}' value must be >= 0, actual value '${value}'`,
    );
  }

  array(field: string): BsonValue[] | undefined {
    if (!this.has(field)) return undefined;
    const value = this.value(field);
    if (Array.isArray(value)) return value;
    throw this.wrongType(field, "type 'array'");
  }

  requiredArray(field: string): BsonValue[] {
    return this.array(field) ?? this.missing(field);
  }

  /** An array of nothing but documents. */
  documents(field: string): Doc[] | undefined {
    return this.array(field)?.map((item, index) => {
      if (isPlainObject(item)) return item;
      throw this.wrongType(`${field}.${index}`, "type 'object'", item);
    });
  }

  requiredDocuments(field: string): Doc[] {
    return this.documents(field) ?? this.missing(field);
  }

  /** The name or key pattern of an index; an empty pattern, as some drivers send, hints nothing. */
  hint(field = 'hint'): string | Doc | undefined {
    if (!this.has(field)) return undefined;
    const value = this.value(field);
    if (typeof value === 'string') return value;
    if (isPlainObject(value)) return Object.keys(value).length > 0 ? value : undefined;
    throw new CommandError(9, 'FailedToParse', "'hint' must be an object or a string");
  }

  collation(field = 'collation'): Collation | undefined {
    const collation = this.document(field);
    if (!collation || Object.keys(collation).length === 0) return undefined;
    if (typeof getOwn(collation, 'locale') !== 'string') {
      throw new CommandError(
        40414,
        'IDLFailedToParse',
        "BSON field 'collation.locale' is missing but a required field",
      );
    }
    return collation;
  }

  /** A sort specification that sorts by something. */
  sort(field = 'sort'): Doc | undefined {
    const sort = this.document(field);
    return sort && Object.keys(sort).length > 0 ? sort : undefined;
  }

  private missing(field: string): never {
    throw new CommandError(
      40414,
      'IDLFailedToParse',
      `BSON field '${this.owner}.${field}' is missing but a required field`,
    );
  }

  private wrongType(field: string, expected: string, value = this.value(field)): CommandError {
    return typeMismatch(
      `BSON field '${this.owner}.${field}' is the wrong type '${typeName(value)}', expected ${expected}`,
    );
  }
}
