/** The value of a query parameter. */
export type CacheParameter = string | number | null;

/**
 * The cache key of a query: equal for equal parameters, whatever their order, and for no others.
 */
export function cacheKey(
  question: string,
  parameters: Readonly<Record<string, CacheParameter>>,
): string {
  const sorted = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([question, ...sorted]);
}
