import { type BsonValue, Decimal128, type Doc, Long } from '../../values';
import { compileFilter } from '../filter';

const valid = (schema: Doc, doc: Doc): boolean => compileFilter({ $jsonSchema: schema })(doc);
const validField = (schema: Doc, value: BsonValue): boolean =>
  valid({ properties: { a: schema } }, { a: value });

describe('$jsonSchema', () => {
  it('checks types', () => {
    expect(validField({ bsonType: 'int' }, 5)).toBe(true);
    expect(validField({ bsonType: 'int' }, 5.5)).toBe(false);
    expect(validField({ bsonType: ['int', 'string'] }, 'x')).toBe(true);
    expect(validField({ bsonType: 'number' }, Long.fromNumber(5))).toBe(true);
    expect(validField({ type: 'number' }, 5)).toBe(true);
    expect(validField({ type: 'boolean' }, true)).toBe(true);
    expect(validField({ type: 'string' }, ['x'])).toBe(false);
    expect(valid({ bsonType: 'object' }, {})).toBe(true);
  });

  it('checks that fields are there', () => {
    expect(valid({ required: ['a'] }, { a: null })).toBe(true);
    expect(valid({ required: ['a'] }, { b: 1 })).toBe(false);
    expect(validField({ required: ['b'] }, 5)).toBe(true);
    expect(validField({ required: ['b'] }, {})).toBe(false);
    expect(valid({ properties: { a: { bsonType: 'int' } } }, {})).toBe(true);
  });

  it('checks fields that are not described', () => {
    const schema = {
      properties: { a: {} },
      patternProperties: { '^n_': { type: 'number' } },
      additionalProperties: false,
    };
    expect(valid(schema, { a: 1, n_x: 5 })).toBe(true);
    expect(valid(schema, { a: 1, n_x: 'x' })).toBe(false);
    expect(valid(schema, { a: 1, b: 5 })).toBe(false);
    expect(valid({ additionalProperties: { type: 'string' } }, { b: 'x' })).toBe(true);
    expect(valid({ additionalProperties: { type: 'string' } }, { b: 1 })).toBe(false);
    expect(valid({ minProperties: 1, maxProperties: 2 }, { a: 1 })).toBe(true);
    expect(valid({ maxProperties: 1 }, { a: 1, b: 1 })).toBe(false);
  });

  it('checks dependencies', () => {
    expect(valid({ dependencies: { a: ['b'] } }, { a: 1, b: 1 })).toBe(true);
    expect(valid({ dependencies: { a: ['b'] } }, { a: 1 })).toBe(false);
    expect(valid({ dependencies: { a: ['b'] } }, {})).toBe(true);
    expect(valid({ dependencies: { a: { required: ['c'] } } }, { a: 1 })).toBe(false);
  });

  it('checks numbers', () => {
    expect(validField({ minimum: 3, maximum: 5 }, 5)).toBe(true);
    expect(validField({ maximum: 5, exclusiveMaximum: true }, 5)).toBe(false);
    expect(validField({ minimum: 5, exclusiveMinimum: true }, 5)).toBe(false);
    expect(validField({ minimum: 5 }, 'x')).toBe(true);
    expect(validField({ minimum: 5 }, NaN)).toBe(false);
    expect(validField({ multipleOf: 0.1 }, 0.3)).toBe(true);
    expect(validField({ multipleOf: 3 }, Decimal128.fromString('9'))).toBe(true);
    expect(validField({ multipleOf: 3 }, 10)).toBe(false);
    expect(validField({ multipleOf: 3 }, -9)).toBe(true);
  });

  it('checks strings by characters', () => {
    expect(validField({ minLength: 2, maxLength: 2 }, '😀😀')).toBe(true);
    expect(validField({ maxLength: 1 }, 'ab')).toBe(false);
    expect(validField({ pattern: '^a' }, 'ab')).toBe(true);
    expect(validField({ pattern: '^a' }, 'ba')).toBe(false);
    expect(validField({ pattern: '^a' }, 5)).toBe(true);
  });

  it('checks arrays', () => {
    expect(validField({ items: { type: 'number' } }, [1, 2])).toBe(true);
    expect(validField({ items: { type: 'number' } }, [1, 'x'])).toBe(false);
    expect(validField({ items: [{ type: 'number' }] }, [1, 'x'])).toBe(true);
    expect(validField({ items: [{ type: 'number' }], additionalItems: false }, [1, 2])).toBe(false);
    expect(validField({ minItems: 1, maxItems: 2 }, [1])).toBe(true);
    expect(validField({ minItems: 1 }, [])).toBe(false);
    expect(
      validField({ uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(false);
    expect(validField({ uniqueItems: true }, [1, 2])).toBe(true);
  });

  it('compares enum values without regard to the order of fields', () => {
    expect(validField({ enum: ['x', { a: 1, b: 2 }] }, { b: 2, a: 1 })).toBe(true);
    expect(validField({ enum: ['x', null] }, 'y')).toBe(false);
    expect(validField({ enum: [1] }, Long.fromNumber(1))).toBe(true);
  });

  it('combines schemas', () => {
    const number = { type: 'number' };
    const big = { minimum: 10 };
    expect(validField({ allOf: [number, big] }, 5)).toBe(false);
    expect(validField({ anyOf: [{ type: 'string' }, number] }, 5)).toBe(true);
    expect(validField({ oneOf: [number, { maximum: 10 }] }, 5)).toBe(false);
    expect(validField({ oneOf: [number, big] }, 5)).toBe(true);
    expect(validField({ not: number }, 5)).toBe(false);
  });

  it.each<[BsonValue, string]>([
    [5, '$jsonSchema must be an object'],
    [{ foo: 1 }, 'Unknown $jsonSchema keyword: foo'],
    [{ $ref: 'x' }, "$jsonSchema keyword '$ref' is not currently supported"],
    [{ type: 'integer' }, "$jsonSchema type 'integer' is not currently supported."],
    [{ type: 'int' }, 'Unknown type name alias: int'],
    [{ type: 'object', bsonType: 'object' }, "'type' and 'bsonType'"],
    [{ required: [] }, 'cannot be an empty array'],
    [{ required: ['a', 'a'] }, 'cannot contain duplicate values'],
    [{ properties: { a: 5 } }, "Nested schema for $jsonSchema property 'a' must be an object"],
    [{ properties: { a: { maximum: 'x' } } }, "keyword 'maximum' must be a number"],
    [{ exclusiveMinimum: true }, "'minimum' must be a present if exclusiveMinimum is present"],
    [{ multipleOf: 0 }, 'must have a positive value'],
    [{ enum: [1, 1] }, 'duplicate values'],
    [{ anyOf: [] }, 'must be a non-empty array'],
    [{ title: 5 }, "keyword 'title' must be of type string"],
  ])('refuses %j', (schema, message) => {
    expect(() => compileFilter({ $jsonSchema: schema })).toThrow(message);
  });

  it('accepts title and description', () => {
    expect(valid({ title: 'x', description: 'y' }, {})).toBe(true);
  });
});
