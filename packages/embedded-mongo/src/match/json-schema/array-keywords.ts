import { typeMismatch } from '../../errors';
import { type BsonValue, getOwn, isPlainObject, typeName } from '../../values';
import { parseNaturalNumber } from '../integers';
import {
  type KeywordCompiler,
  type Keywords,
  mustBe,
  type SchemaCompiler,
  type SchemaTest,
} from './keyword';
import { unorderedKey } from './unordered-equality';

function itemTests(items: readonly BsonValue[], compileNested: SchemaCompiler): SchemaTest[] {
  return items.map((schema) => {
    if (!isPlainObject(schema)) {
      throw typeMismatch(
        `$jsonSchema keyword 'items' requires that each element of the array is an object, but found a ${typeName(schema)}`,
      );
    }
    return compileNested(schema);
  });
}

const items: KeywordCompiler = (argument, _schema, compileNested, keyword) => {
  if (Array.isArray(argument)) {
    const tests = itemTests(argument, compileNested);
    return (value) =>
      !Array.isArray(value) ||
      tests.every((test, index) => index >= value.length || test(value[index]));
  }
  if (!isPlainObject(argument)) {
    throw mustBe(keyword, `an array or an object, not ${typeName(argument)}`);
  }
  const test = compileNested(argument);
  return (value) => !Array.isArray(value) || value.every(test);
};

const additionalItems: KeywordCompiler = (argument, schema, compileNested, keyword) => {
  let test: SchemaTest;
  if (typeof argument === 'boolean') {
    test = () => argument;
  } else if (isPlainObject(argument)) {
    test = compileNested(argument);
  } else {
    throw mustBe(keyword, `either an object or a boolean, but got a ${typeName(argument)}`);
  }
  const described = getOwn(schema, 'items');
  // Items that one schema describes leave none that are additional.
  if (!Array.isArray(described)) {
    return undefined;
  }
  return (value) => !Array.isArray(value) || value.slice(described.length).every(test);
};

const uniqueItems: KeywordCompiler = (argument, _schema, _compileNested, keyword) => {
  if (typeof argument !== 'boolean') {
    throw mustBe(keyword, 'a boolean');
  }
  if (!argument) {
    return undefined;
  }
  return (value) => !Array.isArray(value) || new Set(value.map(unorderedKey)).size === value.length;
};

/** Keywords of arrays; values of other types satisfy them. */
export const arrayKeywords: Keywords = {
  items,
  additionalItems,
  uniqueItems,
  minItems: (argument, _schema, _compileNested, keyword) => {
    const least = Number(parseNaturalNumber(keyword, argument));
    return (value) => !Array.isArray(value) || value.length >= least;
  },
  maxItems: (argument, _schema, _compileNested, keyword) => {
    const most = Number(parseNaturalNumber(keyword, argument));
    return (value) => !Array.isArray(value) || value.length <= most;
  },
};
