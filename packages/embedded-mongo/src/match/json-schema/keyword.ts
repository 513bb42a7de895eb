import { typeMismatch } from '../../errors';
import { type BsonValue, type Doc, isPlainObject, typeName } from '../../values';

/** Tells whether a value that is there satisfies a schema or one keyword of it. */
export type SchemaTest = (value: BsonValue) => boolean;

/** Compiles a schema inside of the schema. */
export type SchemaCompiler = (schema: Doc) => SchemaTest;

/** Compiles one keyword; may look at the keywords beside it. Nothing when it asks nothing. */
export type KeywordCompiler = (
  argument: BsonValue,
  schema: Doc,
  compileNested: SchemaCompiler,
  keyword: string,
) => SchemaTest | undefined;

/** A table from keyword to its compiler. */
export type Keywords = Readonly<Record<string, KeywordCompiler>>;

/** The error of an argument that has the wrong type, worded as MongoDB words it. */
export function mustBe(keyword: string, what: string): Error {
  return typeMismatch(`$jsonSchema keyword '${keyword}' must be ${what}`);
}

/** Reads a non-empty list of nested schemas. */
export function parseSchemas(
  keyword: string,
  argument: BsonValue[],
  compileNested: SchemaCompiler,
): SchemaTest[] {
  return argument.map((schema) => {
    if (!isPlainObject(schema)) {
      throw mustBe(
        keyword,
        `an array of objects, but found an element of type ${typeName(schema)}`,
      );
    }
    return compileNested(schema);
  });
}
