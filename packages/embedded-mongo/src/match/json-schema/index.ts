import { failedToParse, unsupported } from '../../errors';
import { type Doc } from '../../values';
import { arrayKeywords } from './array-keywords';
import { combiningKeywords } from './combining-keywords';
import { type KeywordCompiler, type Keywords, mustBe, type SchemaTest } from './keyword';
import { objectKeywords } from './object-keywords';
import { scalarKeywords } from './scalar-keywords';
import { typeKeywords } from './type-keywords';

const remark: KeywordCompiler = (argument, _schema, _compileNested, keyword) => {
  if (typeof argument !== 'string') {
    throw mustBe(keyword, 'of type string');
  }
  return undefined;
};

const notInMongo: KeywordCompiler = (_argument, _schema, _compileNested, keyword) => {
  throw failedToParse(`$jsonSchema keyword '${keyword}' is not currently supported`);
};

const encryption: KeywordCompiler = (_argument, _schema, _compileNested, keyword) => {
  throw unsupported(`$jsonSchema keyword '${keyword}'`);
};

const otherKeywords: Keywords = {
  title: remark,
  description: remark,
  $ref: notInMongo,
  $schema: notInMongo,
  default: notInMongo,
  definitions: notInMongo,
  format: notInMongo,
  id: notInMongo,
  encrypt: encryption,
  encryptMetadata: encryption,
};

const KEYWORDS: ReadonlyMap<string, KeywordCompiler> = new Map(
  Object.entries({
    ...typeKeywords,
    ...scalarKeywords,
    ...arrayKeywords,
    ...objectKeywords,
    ...combiningKeywords,
    ...otherKeywords,
  }),
);

/** Compiles a `$jsonSchema` document; a keyword that MongoDB does not know is an error. */
export function compileSchema(schema: Doc): SchemaTest {
  const tests = Object.keys(schema).flatMap((keyword) => {
    const compileKeyword = KEYWORDS.get(keyword);
    if (compileKeyword === undefined) {
      throw failedToParse(`Unknown $jsonSchema keyword: ${keyword}`);
    }
    return compileKeyword(schema[keyword], schema, compileSchema, keyword) ?? [];
  });
  return (value) => tests.every((test) => test(value));
}
