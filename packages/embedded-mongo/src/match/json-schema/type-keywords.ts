import { badValue, failedToParse } from '../../errors';
import { type BsonValue, typeNumber } from '../../values';
import { parseTypes } from '../operators/element';
import { type Keywords, mustBe, type SchemaTest } from './keyword';
import { unorderedKey } from './unordered-equality';

/** The type names of JSON Schema and the name MongoDB gives the same type. */
const JSON_TYPES: ReadonlyMap<string, string> = new Map([
  ['array', 'array'],
  ['boolean', 'bool'],
  ['null', 'null'],
  ['number', 'number'],
  ['object', 'object'],
  ['string', 'string'],
]);

function checkTypeList(keyword: string, argument: BsonValue): string[] {
  const names = Array.isArray(argument) ? argument : [argument];
  if (names.length === 0) {
    throw failedToParse(`$jsonSchema keyword '${keyword}' must name at least one type`);
  }
  const texts = names.map((name) => {
    if (typeof name !== 'string') {
      throw mustBe(keyword, 'either a string or an array of strings');
    }
    return name;
  });
  if (new Set(texts).size !== texts.length) {
    throw failedToParse(`$jsonSchema keyword '${keyword}' has duplicate value`);
  }
  return texts;
}

function typeTest(types: ReadonlySet<number>): SchemaTest {
  return (value) => types.has(typeNumber(value));
}

function parseJsonType(name: string): string {
  if (name === 'integer') {
    throw failedToParse("$jsonSchema type 'integer' is not currently supported.");
  }
  const alias = JSON_TYPES.get(name);
  if (alias === undefined) {
    throw badValue(`Unknown type name alias: ${name}`);
  }
  return alias;
}

/** `type`, `bsonType` and `enum`. */
export const typeKeywords: Keywords = {
  bsonType: (argument, schema, _compileNested, keyword) => {
    if (Object.hasOwn(schema, 'type')) {
      throw failedToParse("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
    }
    return typeTest(parseTypes(checkTypeList(keyword, argument)));
  },
  type: (argument, _schema, _compileNested, keyword) =>
    typeTest(parseTypes(checkTypeList(keyword, argument).map(parseJsonType))),
  enum: (argument, _schema, _compileNested, keyword) => {
    if (!Array.isArray(argument)) {
      throw mustBe(keyword, 'an array');
    }
    if (argument.length === 0) {
      throw failedToParse(`$jsonSchema keyword '${keyword}' cannot be an empty array`);
    }
    const keys = new Set(argument.map(unorderedKey));
    if (keys.size !== argument.length) {
      throw failedToParse(
        `$jsonSchema keyword '${keyword}' array cannot contain duplicate values.`,
      );
    }
    return (value) => keys.has(unorderedKey(value));
  },
};
