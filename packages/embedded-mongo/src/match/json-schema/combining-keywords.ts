import { badValue } from '../../errors';
import { isPlainObject, typeName } from '../../values';
import {
  type KeywordCompiler,
  type Keywords,
  mustBe,
  parseSchemas,
  type SchemaTest,
} from './keyword';

function combine(decide: (tests: readonly SchemaTest[]) => SchemaTest): KeywordCompiler {
  return (argument, _schema, compileNested, keyword) => {
    if (!Array.isArray(argument)) {
      throw mustBe(keyword, 'an array');
    }
    if (argument.length === 0) {
      throw badValue(`$jsonSchema keyword '${keyword}' must be a non-empty array`);
    }
    return decide(parseSchemas(keyword, argument, compileNested));
  };
}

const not: KeywordCompiler = (argument, _schema, compileNested, keyword) => {
  if (!isPlainObject(argument)) {
    throw mustBe(keyword, `an object, but found an element of type ${typeName(argument)}`);
  }
  const test = compileNested(argument);
  return (value) => !test(value);
};

/** `allOf`, `anyOf`, `oneOf` and `not`. */
export const combiningKeywords: Keywords = {
  allOf: combine((tests) => (value) => tests.every((test) => test(value))),
  anyOf: combine((tests) => (value) => tests.some((test) => test(value))),
  oneOf: combine((tests) => (value) => tests.filter((test) => test(value)).length === 1),
  not,
};
