import { failedToParse, typeMismatch } from '../../errors';
import { type BsonValue, type Doc, getOwn, isPlainObject, toRegExp, typeName } from '../../values';
import { parseNaturalNumber } from '../integers';
import {
  type KeywordCompiler,
  type Keywords,
  mustBe,
  type SchemaCompiler,
  type SchemaTest,
} from './keyword';

/** Restricts a test to documents: values of other types satisfy it. */
function ofDocuments(test: (doc: Doc) => boolean): SchemaTest {
  return (value) => !isPlainObject(value) || test(value);
}

const has = (doc: Doc, field: string): boolean => getOwn(doc, field) !== undefined;

const required: KeywordCompiler = (argument, _schema, _compileNested, keyword) => {
  if (!Array.isArray(argument)) {
    throw mustBe(keyword, `an array, but found an element of type ${typeName(argument)}`);
  }
  const fields = argument.map((field) => {
    if (typeof field !== 'string') {
      throw mustBe(
        keyword,
        `an array of strings, but found an element of type: ${typeName(field)}`,
      );
    }
    return field;
  });
  if (fields.length === 0) {
    throw failedToParse(`$jsonSchema keyword '${keyword}' cannot be an empty array`);
  }
  if (new Set(fields).size !== fields.length) {
    throw failedToParse(`$jsonSchema keyword '${keyword}' array cannot contain duplicate values`);
  }
  return ofDocuments((doc) => fields.every((field) => has(doc, field)));
};

const properties: KeywordCompiler = (argument, _schema, compileNested, keyword) => {
  if (!isPlainObject(argument)) {
    throw mustBe(keyword, 'an object');
  }
  const tests = Object.keys(argument).map((field) => {
    const schema = argument[field];
    if (!isPlainObject(schema)) {
      throw typeMismatch(`Nested schema for $jsonSchema property '${field}' must be an object`);
    }
    return { field, test: compileNested(schema) };
  });
  return ofDocuments((doc) =>
    tests.every(({ field, test }) => !has(doc, field) || test(getOwn(doc, field))),
  );
};

interface PatternTest {
  readonly pattern: RegExp;
  readonly test: SchemaTest;
}

function parsePatterns(argument: BsonValue, compileNested: SchemaCompiler): PatternTest[] {
  if (argument === undefined) {
    return [];
  }
  if (!isPlainObject(argument)) {
    throw mustBe('patternProperties', 'an object');
  }
  return Object.keys(argument).map((source) => {
    const schema = argument[source];
    if (!isPlainObject(schema)) {
      throw typeMismatch(
        `$jsonSchema keyword 'patternProperties' has property '${source}' which is not an object`,
      );
    }
    return { pattern: toRegExp(source), test: compileNested(schema) };
  });
}

const patternProperties: KeywordCompiler = (argument, _schema, compileNested) => {
  const patterns = parsePatterns(argument, compileNested);
  return ofDocuments((doc) =>
    Object.keys(doc).every((field) =>
      patterns.every(({ pattern, test }) => !pattern.test(field) || test(doc[field])),
    ),
  );
};

const additionalProperties: KeywordCompiler = (argument, schema, compileNested, keyword) => {
  if (argument === true) {
    return undefined;
  }
  if (argument !== false && !isPlainObject(argument)) {
    throw mustBe(keyword, 'an object or a boolean');
  }
  const test: SchemaTest = argument === false ? () => false : compileNested(argument);
  const described = getOwn(schema, 'properties');
  const known = new Set(isPlainObject(described) ? Object.keys(described) : []);
  const patterns = parsePatterns(getOwn(schema, 'patternProperties'), compileNested);
  const isKnown = (field: string): boolean =>
    known.has(field) || patterns.some(({ pattern }) => pattern.test(field));
  return ofDocuments((doc) =>
    Object.keys(doc).every((field) => isKnown(field) || test(doc[field])),
  );
};

function propertyDependency(field: string, needed: readonly BsonValue[]): SchemaTest {
  if (needed.length === 0) {
    throw failedToParse(
      `property '${field}' in $jsonSchema keyword 'dependencies' cannot be an empty array`,
    );
  }
  const fields = needed.map((name) => {
    if (typeof name !== 'string') {
      throw typeMismatch(
        `array '${field}' in $jsonSchema keyword 'dependencies' can only contain strings, but found element of type: ${typeName(name)}`,
      );
    }
    return name;
  });
  return ofDocuments((doc) => !has(doc, field) || fields.every((name) => has(doc, name)));
}

const dependencies: KeywordCompiler = (argument, _schema, compileNested, keyword) => {
  if (!isPlainObject(argument)) {
    throw mustBe(keyword, 'an object');
  }
  const tests = Object.keys(argument).map((field) => {
    const dependency = argument[field];
    if (Array.isArray(dependency)) {
      return propertyDependency(field, dependency);
    }
    if (!isPlainObject(dependency)) {
      throw typeMismatch(
        `property '${field}' in $jsonSchema keyword 'dependencies' must be either an object or an array`,
      );
    }
    const test = compileNested(dependency);
    return ofDocuments((doc) => !has(doc, field) || test(doc));
  });
  return (value) => tests.every((test) => test(value));
};

/** Keywords of documents; values of other types satisfy them. */
export const objectKeywords: Keywords = {
  required,
  properties,
  patternProperties,
  additionalProperties,
  dependencies,
  minProperties: (argument, _schema, _compileNested, keyword) => {
    const least = Number(parseNaturalNumber(keyword, argument));
    return ofDocuments((doc) => Object.keys(doc).length >= least);
  },
  maxProperties: (argument, _schema, _compileNested, keyword) => {
    const most = Number(parseNaturalNumber(keyword, argument));
    return ofDocuments((doc) => Object.keys(doc).length <= most);
  },
};
