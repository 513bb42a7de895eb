import { escapeJsonText } from '../../http/json-text';

// At least what JSON or Google escapes: control and format characters, halves of a pair.
const SPECIAL = /["\\<>\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/** A string as JSON text; the usual one costs no more than looking at it. */
export function jsonString(text: string): string {
  return SPECIAL.test(text) ? escapeJsonText(JSON.stringify(text)) : `"${text}"`;
}
