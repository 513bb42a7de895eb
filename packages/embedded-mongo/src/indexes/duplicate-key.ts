import { CommandError } from '../errors';
import { type Doc, describe as render, setOwn } from '../values';
import { tupleOfKey } from './index-entries';
import { type IndexInfo } from './index-info';

/** The error of a document whose key is taken, as drivers expect it. */
export function duplicateKeyError(
  namespace: string,
  index: IndexInfo,
  doc: Doc,
  key: Buffer,
): CommandError {
  const tuple = tupleOfKey(index, doc, key);
  const keyValue: Doc = {};
  index.fields.forEach((field, at) => setOwn(keyValue, field, tuple[at] ?? null));
  const collation = index.collation ? ` collation: ${render(index.collation as Doc)}` : '';
  return new CommandError(
    11000,
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${index.name}${collation} dup key: ${render(keyValue)}`,
    { keyPattern: index.key, keyValue },
  );
}
