import { type BsonValue, type Doc, getOwn } from '../values';

/** The document with `_id` in front, made up when it is missing; the same object when it has it. */
export function withIdFirst(doc: Doc, makeId: () => BsonValue): Doc {
  const id = getOwn(doc, '_id');
  for (const first in doc) {
    if (first === '_id' && id !== undefined) return doc;
    break;
  }
  const rest = { ...doc };
  delete rest._id;
  return { _id: id === undefined ? makeId() : id, ...rest };
}
