/** The condition on documents in which a field contains a text, literally: no text is a pattern. */
export function containsText(field: string, text: string): object {
  // As a literal: a text that begins with a dollar sign would be the name of a field.
  const place = { $indexOfCP: [`$${field}`, { $literal: text }] };
  return { $expr: { $gte: [place, 0] } };
}
