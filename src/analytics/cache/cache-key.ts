/** What can be a parameter of a question. */
export type CacheParameter = string | number | null;

/** A name for a question: the same for the same parameters, whatever their order, and for no others. */
export function cacheKey(
  question: string,
  parameters: Readonly<Record<string, CacheParameter>>,
): string {
  const sorted = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([question, ...sorted]);
}
