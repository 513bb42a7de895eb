import { CommandError, typeMismatch } from '../errors';
import { isIdPattern } from '../indexes';
import {
  type BsonValue,
  type Doc,
  describe as render,
  isNumber,
  isPlainObject,
  setOwn,
  toNumber,
  typeName,
} from '../values';
import { completeCollation } from './collation-specification';
import { checkPartialFilter } from './partial-filter';

const KNOWN_OPTIONS = new Set([
  ...['key', 'name', 'v', 'ns', 'unique', 'sparse', 'background', 'dropDups', 'hidden'],
  ...['partialFilterExpression', 'expireAfterSeconds', 'collation', 'storageEngine', 'clustered'],
  ...['weights', 'default_language', 'language_override', 'textIndexVersion'],
  ...['2dsphereIndexVersion', 'bits', 'min', 'max', 'bucketSize', 'finestIndexedLevel'],
  ...['coarsestIndexedLevel', 'wildcardProjection', 'prepareUnique', 'hashVersion'],
]);
const PLUGINS = new Set(['text', '2d', '2dsphere', 'hashed', '2dsphere_bucket']);
const OPTIONS_NOT_KEPT = new Set(['ns', 'dropDups']);

function cannotCreate(message: string): CommandError {
  return new CommandError(67, 'CannotCreateIndex', message);
}

/**
 * Checks what a client asked for and completes it to what listIndexes shows: a name, the version,
 * weights of a text index, the collation in full or that of the collection.
 */
export function completeIndexSpec(spec: Doc, collectionCollation: Doc | undefined): Doc {
  for (const option of Object.keys(spec)) {
    if (KNOWN_OPTIONS.has(option)) continue;
    throw new CommandError(
      197,
      'InvalidIndexSpecificationOption',
      `The field '${option}' is not valid for an index specification. Specification: ${render(spec)}`,
    );
  }
  const key = checkKey(spec.key);
  checkOptions(spec, key);
  const name = spec.name === undefined ? defaultName(key) : spec.name;
  if (typeof name !== 'string') throw typeMismatch(wrongType('name', name, 'string'));
  if (name === '' || name === '*') throw cannotCreate(`The index name '${name}' is not valid`);
  const complete: Doc = { v: 2, key, name };
  for (const option of Object.keys(spec)) {
    const isKept = !OPTIONS_NOT_KEPT.has(option) && !(option in complete);
    if (isKept && spec[option] !== undefined) setOwn(complete, option, spec[option]);
  }
  const collation = completeCollation(spec.collation) ?? collectionCollation;
  if (collation && collation.locale !== 'simple') complete.collation = collation;
  else delete complete.collation;
  return Object.values(key).includes('text') ? completeTextSpec(complete, key) : complete;
}

function checkKey(key: BsonValue): Doc {
  if (!isPlainObject(key)) throw typeMismatch(wrongType('key', key, 'object'));
  const fields = Object.keys(key);
  if (fields.length === 0) throw cannotCreate('Index keys cannot be an empty field.');
  for (const field of fields) {
    if (field === '' || field.split('.').includes('')) {
      throw cannotCreate('Index keys cannot contain an empty field.');
    }
    if (field.startsWith('$') && !/^\$\*\*|^\$(ref|id|db)$/.test(field)) {
      throw cannotCreate(`Index key contains an illegal field name: field name starts with '$'.`);
    }
    checkKeyValue(key[field]);
  }
  return key;
}

function checkKeyValue(value: BsonValue): void {
  if (typeof value === 'string') {
    if (!PLUGINS.has(value)) throw cannotCreate(`Unknown index plugin '${value}'`);
    return;
  }
  if (!isNumber(value)) {
    throw cannotCreate(
      `Values in v:2 index key pattern cannot be of type ${typeName(value)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
    );
  }
  const number = toNumber(value);
  if (number === 0 || Number.isNaN(number)) {
    throw cannotCreate('Values in the index key pattern cannot be 0.');
  }
}

function checkOptions(spec: Doc, key: Doc): void {
  for (const option of ['unique', 'sparse', 'hidden', 'background']) {
    const value = spec[option];
    if (value !== undefined && typeof value !== 'boolean' && !isNumber(value)) {
      throw typeMismatch(wrongType(option, value, 'bool'));
    }
  }
  if (spec.sparse === true && spec.partialFilterExpression !== undefined) {
    throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  }
  if (spec.partialFilterExpression !== undefined) checkPartialFilter(spec.partialFilterExpression);
  if (isIdPattern(key)) checkIdIndex(spec);
  if (spec.expireAfterSeconds !== undefined) checkTimeToLive(spec, key);
}

function checkIdIndex(spec: Doc): void {
  if (spec.partialFilterExpression !== undefined) {
    throw new CommandError(67, 'CannotCreateIndex', '_id index cannot be a partial index');
  }
  if (spec.sparse === true) throw cannotCreate('_id index cannot be sparse');
  if (spec.hidden === true) throw new CommandError(2, 'BadValue', "can't hide _id index");
}

const LONGEST_TIME_TO_LIVE = 2_147_483_647;

function checkTimeToLive(spec: Doc, key: Doc): void {
  const seconds = spec.expireAfterSeconds;
  if (!isNumber(seconds)) {
    throw cannotCreate(
      `TTL index 'expireAfterSeconds' option must be numeric, but received a type of '${typeName(seconds)}'. Index spec: ${render(spec)}`,
    );
  }
  const value = toNumber(seconds);
  if (value < 0 || value > LONGEST_TIME_TO_LIVE) {
    throw cannotCreate(
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number. Index spec: ${render(spec)}`,
    );
  }
  const fields = Object.keys(key);
  if (fields.length !== 1) {
    throw cannotCreate(
      `TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: ${render(spec)}`,
    );
  }
  if (fields[0] === '_id') {
    throw new CommandError(
      197,
      'InvalidIndexSpecificationOption',
      `The field 'expireAfterSeconds' is not valid for an _id index specification. Specification: ${render(spec)}`,
    );
  }
}

/** The name that an index without one gets: `a_1_b_-1`. */
export function defaultName(key: Doc): string {
  return Object.keys(key)
    .map((field) => {
      const value = key[field];
      return `${field}_${typeof value === 'string' ? value : toNumber(value)}`;
    })
    .join('_');
}

/** MongoDB stores `{ a: 'text', b: 'text' }` as `{ _fts: 'text', _ftsx: 1 }` with weights. */
function completeTextSpec(spec: Doc, key: Doc): Doc {
  const weights: Doc = {};
  const stored: Doc = {};
  for (const field of Object.keys(key)) {
    if (key[field] !== 'text') setOwn(stored, field, key[field]);
    else {
      if (field !== '_fts') setOwn(weights, field, 1);
      stored._fts = 'text';
      stored._ftsx = 1;
    }
  }
  if (isPlainObject(spec.weights)) {
    for (const field of Object.keys(spec.weights)) setOwn(weights, field, spec.weights[field]);
  }
  return {
    ...spec,
    key: stored,
    weights: Object.fromEntries(Object.entries(weights).sort(([a], [b]) => (a < b ? -1 : 1))),
    default_language: spec.default_language ?? 'english',
    language_override: spec.language_override ?? 'language',
    textIndexVersion: spec.textIndexVersion ?? 3,
  };
}

function wrongType(field: string, value: BsonValue, wanted: string): string {
  return `The field '${field}' has value ${field}: ${render(value)}, which is not convertible to ${wanted}`;
}
