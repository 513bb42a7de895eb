import { Binary } from 'bson';
import { type IndexInfo, makeIndex } from '../indexes';
import { type BsonValue, type Doc, decode, encode, isPlainObject, toNumber } from '../values';
import { Collection } from './collection';
import { type CollectionType } from './collection-info';

/** The form of catalog entries; a change of it needs a migration. */
const ENTRY_VERSION = 1;

/** A collection as its catalog entry. Counters are kept apart, since they change with every write. */
export function encodeCatalogEntry(collection: Collection): Buffer {
  return encode({
    version: ENTRY_VERSION,
    id: collection.id,
    db: collection.db,
    name: collection.name,
    type: collection.type,
    uuid: collection.uuid,
    options: collection.options,
    indexes: collection.maintained.map(encodeIndex),
  });
}

function encodeIndex(index: IndexInfo): Doc {
  return {
    id: index.id,
    spec: index.spec,
    multikeyPaths: [...index.multikeyPaths],
    hasLongKeys: index.hasLongKeys,
    building: index.building,
  };
}

/** A collection out of its catalog entry. */
export function decodeCatalogEntry(encoded: Buffer): Collection {
  const entry = decode(encoded);
  const { db, name, uuid } = entry;
  if (entry.version !== ENTRY_VERSION || typeof db !== 'string' || typeof name !== 'string') {
    throw new Error('the data file has a catalog entry of an unknown form');
  }
  if (!(uuid instanceof Binary)) throw new Error(`the collection ${db}.${name} has no uuid`);
  const options = isPlainObject(entry.options) ? entry.options : {};
  const type = entry.type as CollectionType;
  const collection = new Collection(toNumber(entry.id), db, name, type, uuid, options);
  const indexes = Array.isArray(entry.indexes) ? entry.indexes : [];
  collection.setIndexes(indexes.map((index) => decodeIndex(collection.id, index)));
  return collection;
}

function decodeIndex(collectionId: number, entry: BsonValue): IndexInfo {
  if (!isPlainObject(entry) || !isPlainObject(entry.spec)) {
    throw new Error('the data file has an index entry of an unknown form');
  }
  const paths = Array.isArray(entry.multikeyPaths) ? entry.multikeyPaths : [];
  return makeIndex(collectionId, toNumber(entry.id), entry.spec, {
    multikeyPaths: paths.filter((path) => typeof path === 'string'),
    hasLongKeys: entry.hasLongKeys === true,
    building: entry.building === true,
  });
}
