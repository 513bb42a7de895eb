import { badValue, typeMismatch } from '../errors';
import { type BsonValue, type Doc, collationWithDefaults, isPlainObject } from '../values';

/** The version of the collation tables that MongoDB 8 reports. */
const COLLATION_VERSION = '57.1';

/** A collation with all its fields, as listIndexes and listCollections show it. */
export function completeCollation(collation: BsonValue): Doc | undefined {
  if (collation === undefined || collation === null) return undefined;
  if (!isPlainObject(collation)) throw typeMismatch('collation must be an object');
  if (typeof collation.locale !== 'string') {
    throw badValue("BSON field 'collation.locale' is missing but a required field");
  }
  const complete = collationWithDefaults(collation);
  if (complete.locale === 'simple') return { locale: 'simple' };
  return { version: COLLATION_VERSION, ...complete };
}
