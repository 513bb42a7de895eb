import { type Document } from 'bson';

/** Fields that a server adds to a definition by itself. */
const ADDED = new Set(['v', 'ns', 'textIndexVersion']);

/** The definition that creates an index, from the one that a server lists. */
export function createdIndexOf(listed: Document): Document {
  const kept = Object.entries(listed).filter(([field]) => !ADDED.has(field));
  const definition: Document = Object.fromEntries(kept);
  return '_fts' in (listed.key as Document)
    ? { ...definition, key: textKeyOf(listed) }
    : definition;
}

/** A text index is listed with `_fts` in the place of its fields, which are among the weights. */
function textKeyOf({ key, weights }: Document): Document {
  const fields = Object.keys(weights as Document).map((field) => [field, 'text']);
  const entries = Object.entries(key as Document).flatMap(([field, direction]) => {
    if (field === '_ftsx') return [];
    return field === '_fts' ? fields : [[field, direction]];
  });
  return Object.fromEntries(entries) as Document;
}
