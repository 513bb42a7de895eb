import { CommandError } from '../errors';
import { type IndexInfo, isIdPattern } from '../indexes';
import { type BsonValue, type Doc, describe as render, equals } from '../values';

/** Options that make two indexes different ones, even over the same fields. */
const IDENTIFYING = ['collation', 'partialFilterExpression', 'unique', 'sparse'];
/** Options that can differ while the index is essentially the same one. */
const DESCRIPTIVE = ['expireAfterSeconds', 'weights', 'default_language', 'language_override'];

type Likeness = 'identical' | 'equivalent' | 'different';

/**
 * Says whether an index like this is there already. True: nothing to do. An index that is almost
 * the same is an error, with MongoDB's codes.
 */
export function existsAlready(existing: readonly IndexInfo[], spec: Doc): boolean {
  const key = spec.key as Doc;
  if (isIdPattern(key) && existing.some((index) => isIdPattern(index.key))) return true;
  const namesake = existing.find((index) => index.name === spec.name);
  if (namesake) {
    const likeness = compareSpecs(spec, namesake.spec);
    if (likeness === 'identical') return true;
    if (likeness === 'different') throw sameName(spec, namesake.spec);
    throw optionsConflict(
      `An equivalent index already exists with the same name but different options. ${pair(spec, namesake.spec)}`,
    );
  }
  for (const index of existing) {
    const likeness = compareSpecs(spec, index.spec);
    if (likeness === 'identical') {
      throw optionsConflict(`Index already exists with a different name: ${index.name}`);
    }
    if (likeness === 'equivalent') {
      throw optionsConflict(
        `An equivalent index already exists with a different name and options. ${pair(spec, index.spec)}`,
      );
    }
  }
  if (Object.values(key).includes('text')) checkOnlyText(existing);
  return false;
}

function compareSpecs(left: Doc, right: Doc): Likeness {
  const isSameKey = sameKey(left.key as Doc, right.key as Doc);
  const isText = left.weights !== undefined && right.weights !== undefined;
  if (!isSameKey) return 'different';
  if (isText && !sameFields(left.weights as Doc, right.weights as Doc)) return 'different';
  if (!IDENTIFYING.every((option) => sameOption(left[option], right[option]))) return 'different';
  return DESCRIPTIVE.every((option) => sameOption(left[option], right[option]))
    ? 'identical'
    : 'equivalent';
}

/** Key patterns are equal when fields, their order and their numbers are. */
export function sameKey(left: Doc, right: Doc): boolean {
  return equals(left, right);
}

function sameFields(left: Doc, right: Doc): boolean {
  return Object.keys(left).sort().join() === Object.keys(right).sort().join();
}

function sameOption(left: BsonValue, right: BsonValue): boolean {
  const isOff = (value: BsonValue): boolean =>
    value === undefined || value === null || value === false;
  return (isOff(left) && isOff(right)) || equals(left, right);
}

function checkOnlyText(existing: readonly IndexInfo[]): void {
  const other = existing.find((index) => index.kind === 'text');
  if (!other) return;
  throw new CommandError(
    67,
    'CannotCreateIndex',
    `only one text index per collection allowed, found existing text index "${other.name}"`,
  );
}

function pair(requested: Doc, existing: Doc): string {
  return `Requested index: ${render(requested)}, existing index: ${render(existing)}`;
}

function sameName(requested: Doc, existing: Doc): CommandError {
  return new CommandError(
    86,
    'IndexKeySpecsConflict',
    `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. ${pair(requested, existing)}`,
  );
}

function optionsConflict(message: string): CommandError {
  return new CommandError(85, 'IndexOptionsConflict', message);
}
