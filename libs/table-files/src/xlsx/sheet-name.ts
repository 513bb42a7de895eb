import { cutText } from './xml-text';

const MOST_CHARACTERS = 31;
const NOT_ALLOWED = /[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu;

/** Excel reserves this name, in any case. */
const RESERVED = /^history$/i;

/** The name of a table as Excel takes it for a sheet; the second and later sheets are numbered. */
export function sheetName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const allowed = withoutEdges(name.replace(NOT_ALLOWED, ' '));
  const short = withoutEdges(cutText(allowed, MOST_CHARACTERS - suffix.length));
  return (short === '' || RESERVED.test(short) ? 'Sheet' : short) + suffix;
}

/** An apostrophe may stand anywhere but at an edge. */
function withoutEdges(name: string): string {
  return name.replace(/^[\s']+|[\s']+$/g, '');
}
