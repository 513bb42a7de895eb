import { type QueryFilter } from 'mongoose';

/** The fields that a filter names, each to be equal to its value, whatever that looks like. */
export function matching<T>(filter: {
  readonly [Field in keyof T & string]?: string | undefined;
}): QueryFilter<T> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [field, { $eq: value }]));
}
